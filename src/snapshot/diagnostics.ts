import {
  createFinding,
  type Diagnostic,
  type DiagnosticsOptions,
  type FindingPlace,
  tell,
} from './finding.js'
import { isIndex } from './json.js'
import { type RuleId, severityOf } from './severities.js'

export type { Diagnostic, DiagnosticsOptions } from './finding.js'

/** Takes one finding. `event` is the one that showed it, if any: its number and index are noted. */
export type ReportNotice = (rule: RuleId, message: string, event?: object) => void

/** Where one stream's findings are kept: one entry for each rule and output item, so that a long bad stream stays small. */
export interface Diagnostics {
  readonly strict: boolean
  /** In order of first appearance. */
  readonly all: readonly Diagnostic[]
  /** Throws `ProtocolError` when `strict` and the rule's severity is `error`. Needs no `this`. */
  readonly report: ReportNotice
}

/** Findings beyond this many are told apart by rule only, or hostile indexes could fill the memory. */
const placeLimit = 1000

export function createDiagnostics(options: DiagnosticsOptions = {}): Diagnostics {
  const all: Diagnostic[] = []
  const known = new Map<string, Diagnostic>()

  function report(rule: RuleId, message: string, { sequence_number, output_index }: FindingPlace = {}): void {
    const place = all.length < placeLimit && isIndex(output_index) ? output_index : undefined
    const key = `${rule} ${place ?? ''}`
    const before = known.get(key)
    if (before !== undefined) {
      before.count++
      return
    }
    const finding = createFinding(rule, severityOf(rule), message, { sequence_number, output_index: place })
    known.set(key, finding)
    all.push(finding)
    tell(options, finding)
  }

  return { strict: options.strict ?? false, all, report }
}
