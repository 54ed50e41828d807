import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { build, type Plugin } from 'vite';

const ENTRY = 'virtual:integration-tests';
const PLATFORM = /^(?<folder>.*)\/platform\/(?<name>[^./]+)(?:\.ts)?$/u;
/** Needs accounts at Google. */
const NEEDS_GOOGLE = 'api_internal/auth.test.ts';

interface BundleOptions {
  /** A checkout of firebase-js-sdk. */
  readonly checkout: string;
  /** A node_modules folder with chai. */
  readonly modules: string;
  readonly address: string;
}

/** The integration tests of firebase-js-sdk as one script for a browser, as its webpack configuration does it. */
export async function bundleTests(options: BundleOptions): Promise<string> {
  const result = await build({
    configFile: false,
    root: join(options.checkout, 'packages/firestore'),
    logLevel: 'error',
    define: {
      'process.env.FIRESTORE_TARGET_BACKEND': '"emulator"',
      // Some tests build the address themselves.
      'process.env.FIRESTORE_EMULATOR_PORT': JSON.stringify(new URL(`http://${options.address}`).port),
      global: 'globalThis',
    },
    plugins: [sdkPlugin(options)],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: ENTRY,
        // Its paths name sources of other packages, whose enums need the TypeScript compiler.
        tsconfig: false,
        // The tests re-export types without saying that they are types.
        shimMissingExports: true,
        resolve: { modules: [options.modules, join(PROJECT_ROOT, 'node_modules')] },
        output: { format: 'iife' },
      },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .find(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('The bundle is empty.');
  return chunk.code;
}

function sdkPlugin({ checkout, address }: BundleOptions): Plugin {
  const firestore = join(checkout, 'packages/firestore');
  return {
    name: 'firebase-js-sdk',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === ENTRY) return id;
      if (id.endsWith('config/project.json')) return join(checkout, 'config/ci.config.json');
      const { folder = '', name } = PLATFORM.exec(id)?.groups ?? {};
      if (name === undefined || importer === undefined) return null;
      return join(resolve(dirname(importer), folder), 'platform/browser', `${name}.ts`);
    },
    async load(id) {
      if (id !== ENTRY) return null;
      const tests = join(firestore, 'test/integration');
      const files = (await readdir(tests, { recursive: true })).filter(
        (file) => file.endsWith('.test.ts') && file !== NEEDS_GOOGLE,
      );
      return [join(firestore, 'src/index.ts'), ...files.map((file) => join(tests, file))]
        .map((file) => `import ${JSON.stringify(file)};`)
        .join('\n');
    },
    transform(code, id) {
      if (!id.endsWith('test/integration/util/settings.ts')) return null;
      return { code: code.replace('`localhost:${emulatorPort}`', JSON.stringify(address)), map: null };
    },
  };
}
