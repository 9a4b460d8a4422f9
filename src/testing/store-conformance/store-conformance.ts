import type { Store, StoreOptions } from '../../store/store.js'
import type { CaseDefinition } from './case-definition.js'
import { conversationCases } from './conversation-cases.js'
import { createCases } from './create-cases.js'
import { followCases } from './follow-cases.js'
import { idempotencyCases } from './idempotency-cases.js'
import { logCases } from './log-cases.js'
import { recordCases } from './record-cases.js'
import { retentionCases } from './retention-cases.js'
import { takeOverCases } from './take-over-cases.js'
import { writerCases } from './writer-cases.js'

/** A store under test, and what the suite needs beside it. */
export interface StoreHarness {
  /** Empty. */
  store: Store
  /** A store on the same data as another process would have it. Leave it out where data live in one process. */
  connect?: () => Store | Promise<Store>
  /** Lets some ms pass. Leave it out for a store whose clock is `options.now`; the suite sets that one. */
  pass?: (ms: number) => Promise<void>
  /** Called after each case, when its stores have been closed. */
  cleanUp?: () => void | Promise<void>
}

/** How the suite gets what it tests. */
export interface StoreConformanceOptions {
  /** Makes an empty store with these options; once for every case. */
  create: (options: StoreOptions) => StoreHarness | Promise<StoreHarness>
}

/** One promise that a store keeps. */
export interface StoreCase {
  /** Unique in the suite. */
  name: string
  /** Rejects, with an `AssertionError` where possible, when the promise is broken. */
  run: () => Promise<void>
}

/**
 * What every `Store` has to do, as a list of cases for any test runner. Each makes its own store and
 * none takes more than a few seconds.
 *
 * @example
 * for (const { name, run } of storeConformance({ create: (options) => ({ store: myStore(options) }) })) {
 *   test(name, run)
 * }
 */
export function storeConformance({ create }: StoreConformanceOptions): StoreCase[] {
  return definitions.map((definition) => ({ name: definition.name, run: () => runCase(definition, create) }))
}

const definitions: readonly CaseDefinition[] = [
  ...createCases,
  ...recordCases,
  ...idempotencyCases,
  ...conversationCases,
  ...logCases,
  ...writerCases,
  ...followCases,
  ...takeOverCases,
  ...retentionCases,
]

async function runCase(
  { options, run }: CaseDefinition,
  create: StoreConformanceOptions['create'],
): Promise<void> {
  let now = 1_700_000_000_000
  const harness = await create({ ...options, now: () => now })
  const stores = [harness.store]
  const { connect, pass, cleanUp } = harness
  try {
    await run({
      store: harness.store,
      async connect() {
        if (connect === undefined) return harness.store
        const store = await connect()
        stores.push(store)
        return store
      },
      async pass(ms) {
        if (pass) await pass(ms)
        else now += ms
      },
    })
  } finally {
    for (const store of stores) await store.close()
    await cleanUp?.()
  }
}
