// The folders of src are the pipeline, and imports point one way. `mayImport` is that rule, folder by
// folder; the rest of this file turns it into lint rules. A new folder needs a row here.

/** @type {Record<string, { from: string[], types?: string[], packages?: string[], node?: true }>} */
export const mayImport = {
  // Types only: an error carries a snapshot and a checkpoint but makes neither.
  errors: { from: [], types: ['events', 'snapshot', 'structured'] },
  sse: { from: ['errors'] },
  events: { from: ['errors', 'sse'] },
  snapshot: { from: ['errors', 'sse', 'events'] },
  structured: { from: ['errors', 'events'] },
  stream: { from: ['errors', 'sse', 'events', 'snapshot', 'structured'] },
  client: { from: ['errors', 'sse', 'events', 'snapshot', 'structured', 'stream'] },
  // Drivers (better-sqlite3, ioredis) are the user's, handed in.
  store: { from: ['errors', 'sse', 'events', 'snapshot'], node: true },
  capture: { from: ['errors', 'sse', 'events'], node: true },
  server: {
    // `client` for backends that ask another server.
    from: ['errors', 'sse', 'events', 'snapshot', 'structured', 'stream', 'client', 'store', 'capture'],
    packages: ['hono', '@hono/node-server'],
    node: true,
  },
  testing: {
    from: [
      'errors',
      'sse',
      'events',
      'snapshot',
      'structured',
      'stream',
      'client',
      'store',
      'capture',
      'server',
    ],
    packages: ['hono', '@hono/node-server'],
    node: true,
  },
  cli: {
    from: [
      'errors',
      'sse',
      'events',
      'snapshot',
      'structured',
      'stream',
      'client',
      'store',
      'capture',
      'server',
      'testing',
    ],
    packages: ['commander'],
    node: true,
  },
}

const folders = Object.keys(mayImport)
const coreFolders = folders.filter((folder) => !mayImport[folder].node)

/** The packages this project depends on. */
const packages = [...new Set(folders.flatMap((folder) => mayImport[folder].packages ?? []))]

function foreignImports(folder) {
  const { packages: allowed = [], node } = mayImport[folder]
  if (!node) {
    return [
      {
        regex: '^[^.]',
        message: `src/${folder} runs anywhere: web standards only, no node: module, no package.`,
      },
    ]
  }
  const forbidden = packages.filter((name) => !allowed.includes(name))
  return [
    {
      group: forbidden.flatMap((name) => [name, `${name}/**`]),
      message: `Not a dependency of src/${folder}.`,
    },
  ]
}

function restrictedFolders(folder, { names, allowTypeImports }) {
  if (names.length === 0) return []
  const { from } = mayImport[folder]
  const message = `Imports point one way: src/${folder} may import ${from.map((name) => `src/${name}`).join(', ') || 'nothing from its neighbours'}.`
  return [{ group: names.map((name) => `../**/${name}/**`), message, allowTypeImports }]
}

const importDirection = folders.map((folder) => {
  const { from, types = [] } = mayImport[folder]
  const forbidden = folders.filter((name) => name !== folder && !from.includes(name) && !types.includes(name))
  const patterns = [
    ...foreignImports(folder),
    ...restrictedFolders(folder, { names: forbidden, allowTypeImports: false }),
    ...restrictedFolders(folder, { names: types, allowTypeImports: true }),
  ]
  return {
    files: [`src/${folder}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
})

const nodeGlobals = ['Buffer', 'process', 'global', 'require', '__dirname', '__filename', 'setImmediate']

export default {
  ignorePatterns: ['node_modules', 'dist', 'coverage'],
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    // Types say the truth
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'typescript/consistent-type-exports': 'error',
    'typescript/no-import-type-side-effects': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // Narrowing what a check has just shown is daily bread here; `as unknown as` is forbidden by review.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-arguments': 'off',
    // Interfaces here are implemented by closures, which may be taken apart.
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': 'off',

    // No promise is forgotten
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    // What was caught is thrown again as it was.
    'typescript/only-throw-error': ['error', { allowThrowingAny: true, allowThrowingUnknown: true }],
    'typescript/prefer-promise-reject-errors': [
      'error',
      { allowThrowingAny: true, allowThrowingUnknown: true },
    ],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],

    // Modules
    'import/no-cycle': 'error',
    // `fc.integer()` reads better than twenty names.
    'import/no-named-as-default-member': 'off',
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'import/no-mutable-exports': 'error',
    'import/no-commonjs': 'error',
    'import/first': 'error',
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],

    // Plain code
    eqeqeq: ['error', 'always'],
    'no-var': 'error',
    'prefer-const': 'error',
    'object-shorthand': 'error',
    'no-else-return': 'error',
    'no-unused-vars': [
      'error',
      {
        ignoreRestSiblings: true,
        varsIgnorePattern: '^_',
        argsIgnorePattern: '^_',
        caughtErrorsIgnorePattern: '^_',
      },
    ],
    'no-console': 'error',
    // Knows nothing of what an await may change.
    'no-unmodified-loop-condition': 'off',
    // `_name` marks what is needed for its place only.
    'no-underscore-dangle': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // Meant for Express; the routes here are hono's.
    'oxc/no-async-endpoint-handlers': 'off',
    // Younger than the platforms that the core runs on.
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
  },
  overrides: [
    ...importDirection,
    {
      files: coreFolders.map((folder) => `src/${folder}/**/*.ts`),
      rules: {
        'no-restricted-globals': [
          'error',
          ...nodeGlobals.map((name) => ({ name, message: 'Node only; the core runs anywhere.' })),
        ],
      },
    },
    {
      files: ['src/**/*.ts'],
      rules: {
        'typescript/no-unsafe-argument': 'error',
        'typescript/no-unsafe-assignment': 'error',
        'typescript/no-unsafe-call': 'error',
        'typescript/no-unsafe-member-access': 'error',
        'typescript/no-unsafe-return': 'error',
        'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
        'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      },
    },
    {
      // Lists of names.
      files: ['src/**/index.ts'],
      rules: { 'max-lines': 'off' },
    },
    {
      files: ['test/**/*.ts'],
      plugins: ['vitest'],
      rules: {
        'vitest/no-focused-tests': 'error',
        'vitest/no-identical-title': 'error',
        // A promise of an assertion may be awaited later; one that never is, is a floating promise.
        'vitest/valid-expect': 'off',
        // Titles and expectations come from data here.
        'vitest/valid-title': 'off',
        'vitest/no-conditional-tests': 'off',
        'vitest/no-conditional-expect': 'off',
        'vitest/no-standalone-expect': 'off',
        'vitest/valid-describe-callback': 'off',
        'vitest/expect-expect': 'off',
        'no-shadow': 'off',
        'typescript/no-base-to-string': 'off',
        'typescript/restrict-template-expressions': 'off',
        'typescript/no-unnecessary-type-parameters': 'off',
        'typescript/require-array-sort-compare': 'off',
      },
    },
    {
      files: ['*.config.ts', '*.config.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['**/*.mjs', 'bench/**', 'examples/**'],
      rules: { 'no-console': 'off' },
    },
  ],
}
