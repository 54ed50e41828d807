import { defineConfig, type OxlintOverride } from 'oxlint';

import {
  COMPOSER,
  EXTENSION_FOLDERS,
  FEATURES,
  FUNCTIONS_FOLDERS,
  LIBRARY_FOLDERS,
  REACT,
  WEB_FOLDERS,
  WITHOUT_REACT,
  WORKSPACES,
} from './tools/checks/layers.ts';

/** A row of `no-restricted-imports`. Globs need `**`, since `*` does not cross `/`. A regex with a lookahead never matches. */
interface Fence {
  readonly group?: readonly string[];
  readonly regex?: string;
  readonly message: string;
}

const subpaths: Fence = {
  group: ['../../**', '!../../deploy/**', '!../../../deploy/**', '!../../../../deploy/**'],
  message: "Use the workspace's subpath import (#web/*, #functions/*, ...).",
};
const byName: Fence = {
  regex: `^(?:\\.\\./)+(?:${Object.keys(WORKSPACES).join('|')})/`,
  message: 'Another workspace is imported by its name.',
};

/** An override replaces the rule of a broader one, so each repeats the fences of its workspace. */
function override(folder: string, fences: readonly Fence[]): OxlintOverride {
  const patterns = fences.map(({ group, ...fence }) => ({ ...fence, ...(group && { group: [...group] }) }));
  return { files: [`${folder}/**`], rules: { 'eslint/no-restricted-imports': ['error', { patterns }] } };
}

function workspaceFences(name: string): readonly Fence[] {
  const workspace = WORKSPACES[name];
  if (workspace === undefined) throw new Error(`tools/checks/layers.ts has no workspace ${name}.`);
  const { refused, allowed, message } = workspace;
  const others: Fence = { group: [...refused, ...allowed.map((path) => `!${path}`)], message };
  return [subpaths, byName, ...(refused.length > 0 ? [others] : [])];
}

/** Tests run in Node. */
function libraryTestFences(): readonly Fence[] {
  return [subpaths, byName, { group: ['@foldmark/**'], message: 'library imports no other workspace.' }];
}

function libraryFences(folder: string, index: number): readonly Fence[] {
  const below = LIBRARY_FOLDERS.slice(index + 1);
  const message = `${folder} imports only the folders of library above it in docs/architecture.md.`;
  const fences = [
    { group: below.map((name) => `#library/${name}/**`), message },
    { regex: `^(?:\\.\\./)+(?:${below.join('|')})/`, message },
  ];
  return [...workspaceFences('library'), ...(below.length > 0 ? fences : [])];
}

function functionsFences(folder: string, index: number): readonly Fence[] {
  const below = FUNCTIONS_FOLDERS.slice(index + 1).map((name) => `#functions/${name}/**`);
  const message = `${folder} imports only the folders of functions/src above it in docs/architecture.md.`;
  return [...workspaceFences('functions'), { group: [...below, '#functions/index*'], message }];
}

function extensionFences(folder: string, index: number): readonly Fence[] {
  const below = EXTENSION_FOLDERS.slice(index + 1);
  const message = `${folder} imports only the folders of extension/src above it in docs/architecture.md.`;
  const fences = [
    { group: below.map((name) => `#extension/${name}/**`), message },
    { regex: `^(?:\\.\\./)+(?:${below.join('|')})/`, message },
  ];
  return [...workspaceFences('extension'), ...(below.length > 0 ? fences : [])];
}

/** Tests use the server in memory of the app's own tests. A folder may test with those below it. */
function extensionTestFences(): readonly Fence[] {
  const allowed = [...(WORKSPACES['extension']?.allowed ?? []), '@foldmark/web/sync/memory-server/**'];
  const group = ['@foldmark/**', ...allowed.map((path) => `!${path}`)];
  return [
    subpaths,
    byName,
    { group, message: 'Tests of extension import the server in memory of web at most.' },
  ];
}

function webFences(folder: string, allowed: readonly string[]): readonly Fence[] {
  const all = [...Object.keys(WEB_FOLDERS), COMPOSER];
  const refused = all.filter((name) => !allowed.includes(name) && (name !== folder || name === FEATURES));
  const imports = allowed.length === 0 ? 'no other folder of web/src' : `${allowed.join(', ')} at most`;
  return [
    ...workspaceFences('web'),
    {
      regex: `^(?:\\.\\./)+(?:${all.join('|')})/`,
      message: 'Another folder of web/src is imported as #web/....',
    },
    { group: refused.map((name) => `#web/${name}/**`), message: `${folder} imports ${imports}.` },
    ...(WITHOUT_REACT.has(folder) ? [{ group: REACT, message: `${folder} does not use React.` }] : []),
  ];
}

/** `../` leads from a feature to another, but from a subfolder of a feature to that feature. */
const featureFences = {
  ...override('', [
    ...webFences(FEATURES, WEB_FOLDERS[FEATURES] ?? []),
    { regex: '^\\.\\./', message: 'A feature imports itself, but no other feature.' },
  ]),
  files: ['web/src/features/*/*.{ts,tsx}'],
};

const fences = [
  ...Object.keys(WORKSPACES).map((name) => override(name, workspaceFences(name))),
  ...LIBRARY_FOLDERS.map((folder, index) => override(`library/${folder}`, libraryFences(folder, index))),
  ...['**/*.test.ts', '**/testing/**'].map((tests) => ({
    ...override('library', libraryTestFences()),
    files: [`library/${tests}`],
  })),
  ...FUNCTIONS_FOLDERS.map((folder, index) =>
    override(`functions/src/${folder}`, functionsFences(folder, index)),
  ),
  ...EXTENSION_FOLDERS.map((folder, index) =>
    override(`extension/src/${folder}`, extensionFences(folder, index)),
  ),
  ...['**/*.test.ts', '**/testing/**'].map((tests) => ({
    ...override('extension', extensionTestFences()),
    files: [`extension/src/${tests}`],
  })),
  ...Object.entries(WEB_FOLDERS).map(([folder, allowed]) =>
    override(`web/src/${folder}`, webFences(folder, allowed)),
  ),
  featureFences,
];

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
    perf: 'error',
  },
  env: {
    builtin: true,
  },
  ignorePatterns: ['**/node_modules', '**/lib', '**/dist', '.local'],
  rules: {
    'eslint/no-restricted-imports': ['error', { patterns: [subpaths] }],
    'eslint/eqeqeq': 'error',
    'eslint/no-await-in-loop': 'off',
    'eslint/no-var': 'error',
    'eslint/prefer-const': 'error',
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': [
      'error',
      {
        allow: ['**/*.css', '@fontsource-variable/**', 'firebase/**'],
      },
    ],
    'oxc/no-barrel-file': [
      'error',
      {
        threshold: 0,
      },
    ],
    'oxc/no-map-spread': 'off',
    'promise/always-return': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-unsafe-type-assertion': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'typescript/only-throw-error': 'error',
    'typescript/return-await': 'error',
    'unicorn/filename-case': [
      'error',
      {
        case: 'kebabCase',
      },
    ],
    'unicorn/no-array-sort': 'off',
    'unicorn/prefer-node-protocol': 'error',
  },
  overrides: [
    ...fences,
    {
      // The caller passes the time and new ids. The compiler refuses other globals (library/tsconfig.pure.json).
      files: ['library/**'],
      rules: {
        'eslint/no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now' },
          { object: 'Math', property: 'random' },
        ],
      },
    },
    {
      files: ['**/*.config.ts', 'tests/support/e2e-setup.ts'],
      rules: {
        'import/no-default-export': 'off',
      },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**'],
      plugins: ['vitest'],
      rules: {
        'typescript/unbound-method': 'off',
        'vitest/expect-expect': [
          'error',
          {
            assertFunctionNames: [
              'expect',
              'expect*',
              'assert',
              'assertSucceeds',
              'assertFails',
              'fc.assert',
            ],
          },
        ],
        'vitest/require-mock-type-parameters': 'off',
      },
    },
    {
      files: ['web/**'],
      plugins: ['react', 'jsx-a11y'],
      rules: {
        'jsx-a11y/interactive-supports-focus': 'off',
        'jsx-a11y/no-autofocus': 'off',
        'jsx-a11y/prefer-tag-over-role': 'off',
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/react-in-jsx-scope': 'off',
        'react/exhaustive-effect-dependencies': 'off',
      },
    },
  ],
});
