const again = 'Running it again often helps.'
const wait = 'Wait a little, then run it again.'
const quota = 'Check the plan and billing of the account that the key belongs to.'
const tooLong = 'Shorten the prompt, or choose a model with a larger context.'
const model = 'Choose another model with --model or MILLRACE_MODEL.'

const byCode: Record<string, string> = {
  rate_limit_exceeded: wait,
  too_many_requests: wait,
  overloaded: wait,
  server_is_overloaded: wait,
  slow_down: wait,
  insufficient_quota: quota,
  usage_limit_reached: quota,
  billing_hard_limit_reached: quota,
  server_error: again,
  server_shutdown: again,
  context_length_exceeded: tooLong,
  model_not_found: model,
}

const byStatus: Record<number, string> = {
  403: 'The key is valid but may not do this: check its permissions, and whether the model is open to it.',
  404: 'Check --base-url, which usually ends in /v1, and --model.',
  408: again,
  413: tooLong,
  429: wait,
}

/** What to do about an error, by its code first. Undefined where only its own message helps. */
export function hintFor(code: string, status?: number): string | undefined {
  const known = byCode[code]
  if (known !== undefined || status === undefined) return known
  return byStatus[status] ?? (status >= 500 ? again : undefined)
}
