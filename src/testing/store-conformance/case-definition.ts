import type { Store, StoreOptions } from '../../store/store.js'

/** What a case is given. */
export interface CaseTools {
  store: Store
  /** Another connection to the same data; the same store where there is none. */
  connect: () => Promise<Store>
  /** Lets some ms pass for the store. */
  pass: (ms: number) => Promise<void>
}

export interface CaseDefinition {
  name: string
  options?: StoreOptions
  run: (tools: CaseTools) => Promise<void>
}
