/**
 * The folders that each folder may import. `oxlint.config.ts` makes lint rules of them, and a test compares them with
 * docs/architecture.md.
 */

export interface Workspace {
  /** Names of imports from other workspaces that are refused, except for those of `allowed`. */
  readonly refused: readonly string[];
  readonly allowed: readonly string[];
  readonly message: string;
}

export const REACT = ['react', 'react/**', 'react-*', 'react-*/**', 'reactfire'];
const RUNTIMES = [
  '@foldmark/**',
  'node:*',
  'node:*/**',
  'firebase',
  'firebase/**',
  'firebase-*',
  'firebase-*/**',
  ...REACT,
];
const SHARED = ['@foldmark/library/**', '@foldmark/contract/**'];

export const WORKSPACES: Readonly<Record<string, Workspace>> = {
  library: {
    refused: RUNTIMES,
    allowed: [],
    message: 'library imports no other workspace and no runtime.',
  },
  contract: {
    refused: RUNTIMES,
    allowed: ['@foldmark/library/**'],
    message: 'contract imports library at most, and no runtime.',
  },
  functions: {
    refused: ['@foldmark/**'],
    allowed: SHARED,
    message: 'functions imports library and contract at most.',
  },
  extension: {
    refused: ['@foldmark/**', ...REACT],
    allowed: [...SHARED, '@foldmark/web/tokens.css', '@foldmark/web/build/third-party-notices'],
    message: 'extension imports library, contract, and the colors and license texts of web at most.',
  },
  packages: {
    refused: ['@foldmark/**'],
    allowed: [],
    message: 'A package imports no other workspace.',
  },
  tests: { refused: [], allowed: [], message: '' },
  tools: {
    refused: ['@foldmark/tests/**', '@foldmark/web/**', '@foldmark/extension/**'],
    allowed: [],
    message: 'tools imports library, contract, functions and packages at most.',
  },
  web: {
    refused: ['@foldmark/**'],
    allowed: SHARED,
    message: 'web imports library and contract at most.',
  },
};

/** The folders of library. Each imports only those above it. */
export const LIBRARY_FOLDERS = [
  'text',
  'entities',
  'order',
  'changes',
  'memory',
  'duplicates',
  'search',
  'files',
] as const;

/** The folders of functions/src. Each imports only those above it. `index.ts` imports them all. */
export const FUNCTIONS_FOLDERS = [
  'errors',
  'allowance',
  'store',
  'services',
  'changes',
  'accounts',
  'bot-check',
  'page-details',
  'uploads',
  'imports',
  'grants',
  'oauth',
  'snapshots',
  'copies',
  'jobs',
  'operations',
  'http',
  'cloud',
] as const;

/** The folders of extension/src. Each imports only those above it. */
export const EXTENSION_FOLDERS = [
  'platform',
  'connection',
  'copy',
  'queue',
  'pages',
  'ui',
  'background',
  'popup',
  'panel',
  'options',
] as const;

/** The folders of web/src, and the other folders that each may import. `features` is a folder of folders. */
export const WEB_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  ui: [],
  api: [],
  sync: ['api'],
  uploads: ['sync'],
  import: ['sync'],
  account: ['api', 'sync'],
  export: ['account', 'sync'],
  state: ['sync'],
  hooks: ['account', 'api', 'state', 'sync', 'uploads'],
  images: ['api', 'hooks', 'sync', 'ui', 'uploads'],
  commands: ['hooks', 'state', 'sync', 'ui'],
  listing: ['commands', 'hooks', 'state', 'sync', 'ui', 'uploads'],
  features: [
    'account',
    'api',
    'commands',
    'export',
    'hooks',
    'images',
    'import',
    'listing',
    'state',
    'sync',
    'ui',
    'uploads',
  ],
};

/** Each feature imports itself, but no other feature. */
export const FEATURES = 'features';
/** This folder composes the others, so it may import all of them. */
export const COMPOSER = 'app';

export const WITHOUT_REACT: ReadonlySet<string> = new Set(['import', 'sync']);
