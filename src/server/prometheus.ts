import type { ServerHooks } from './hooks.js'

/** Metrics of a server's runs. */
export interface PrometheusMetrics {
  /** For the server's `hooks`. */
  hooks: ServerHooks
  /** All metrics in the text format of Prometheus (`text/plain; version=0.0.4`). */
  render(): string
}

const metrics = {
  millrace_runs_active: ['gauge', 'Runs that have been started and have not ended; queued ones count.'],
  millrace_runs_total: ['counter', 'Runs that have ended, by status.'],
  millrace_run_seconds_sum: ['counter', 'Time from start to end of the runs that have ended.'],
  millrace_first_output_seconds_sum: ['counter', 'Time from start to the first output.'],
  millrace_first_outputs_total: ['counter', 'Runs that have produced output.'],
  millrace_tokens_total: ['counter', 'Tokens that the runs have used, by direction.'],
  millrace_reconnects_total: ['counter', 'Readers that came back to the stream of a background run.'],
  millrace_diagnostics_total: ['counter', 'Breaches of the protocol by the backend, by rule.'],
} as const

type Metric = keyof typeof metrics

/**
 * Counts runs, their times and tokens, for Prometheus. Nothing in it names a response or an owner.
 *
 * @example
 * const metrics = prometheusMetrics()
 * const server = createResponsesServer({ backend, hooks: metrics.hooks })
 */
export function prometheusMetrics(): PrometheusMetrics {
  const values = new Map<Metric, Map<string, number>>()

  function add(metric: Metric, amount: number, label = ''): void {
    const series = values.get(metric) ?? new Map<string, number>()
    values.set(metric, series.set(label, (series.get(label) ?? 0) + amount))
  }

  return {
    hooks: {
      onRunStart: () => add('millrace_runs_active', 1),
      onFirstOutput({ elapsed }) {
        add('millrace_first_outputs_total', 1)
        add('millrace_first_output_seconds_sum', elapsed / 1000)
      },
      onRunEnd({ response, usage, elapsed }) {
        add('millrace_runs_active', -1)
        add('millrace_runs_total', 1, labelOf('status', response?.status ?? 'refused'))
        add('millrace_run_seconds_sum', elapsed / 1000)
        if (usage === undefined) return
        add('millrace_tokens_total', usage.input_tokens ?? 0, labelOf('direction', 'input'))
        add('millrace_tokens_total', usage.output_tokens ?? 0, labelOf('direction', 'output'))
      },
      onReconnect: () => add('millrace_reconnects_total', 1),
      onDiagnostic: ({ diagnostic }) =>
        add('millrace_diagnostics_total', 1, labelOf('rule', diagnostic.rule)),
    },
    render: () => [...values].map(([metric, series]) => textOf(metric, series)).join(''),
  }
}

function labelOf(name: string, value: string): string {
  return `{${name}="${value.replaceAll(/[\\"\n]/g, '_')}"}`
}

function textOf(metric: Metric, series: ReadonlyMap<string, number>): string {
  const [type, help] = metrics[metric]
  const lines = [...series].map(([label, value]) => `${metric}${label} ${value}\n`)
  return `# HELP ${metric} ${help}\n# TYPE ${metric} ${type}\n${lines.join('')}`
}
