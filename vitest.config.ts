import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // An unhandled rejection fails the run; nothing may relax that.
    dangerouslyIgnoreUnhandledErrors: false,
    setupFiles: ['test/setup/silent.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/package/**', 'test/runtimes/**', 'test/store/sqlite/**'],
          // Generous: the machines that run this in parallel may be small.
          testTimeout: 30_000,
        },
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
