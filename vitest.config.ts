import { defineConfig } from 'vitest/config'

/** What compiles, or starts processes, takes seconds each time, so it has a script of its own: test:heavy. */
const heavy = [
  'test/acceptance/{official-sdk,open-responses,readme-transcript}.test.ts',
  'test/add-event-type.test.ts',
  'test/cli/{main,serve-signals}.test.ts',
  'test/doc-comments.test.ts',
  'test/examples/*.test.ts',
  'test/processes/*.test.ts',
  'test/readme.test.ts',
]

/**
 * The files share a process for each core, and so the modules they import: a process for each file took
 * longer than most files do. What a file changes, it changes back; of the globals that others put in
 * place, the setup does. Not threads: some tests read the CPU time of their process.
 */
const together = {
  setupFiles: 'test/setup/globals.ts',
  isolate: false,
  pool: 'forks',
  maxWorkers: '100%',
} as const

export default defineConfig({
  test: {
    // An unhandled rejection fails the run; nothing may relax that.
    dangerouslyIgnoreUnhandledErrors: false,
    setupFiles: ['test/setup/silent.ts'],
    projects: [
      {
        extends: true,
        test: {
          ...together,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/package/**', 'test/runtimes/**', 'test/store/sqlite/**', ...heavy],
          // Generous: the machines that run this in parallel may be small.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: { ...together, name: 'heavy', include: heavy, testTimeout: 60_000 },
      },
      // Needs a driver that is compiled first: test:sqlite. The crash test skips itself without one.
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/store/sqlite/*.test.ts', 'test/server/crash.test.ts', 'test/cli/serve*.test.ts'],
          testTimeout: 30_000,
        },
      },
      // These two look at the build, so they have scripts of their own: test:package and test:runtimes.
      {
        extends: true,
        test: { name: 'package', include: ['test/package/**/*.test.ts'], testTimeout: 180_000 },
      },
      {
        extends: true,
        test: { name: 'runtimes', include: ['test/runtimes/*.test.ts'], testTimeout: 180_000 },
      },
    ],
  },
})
