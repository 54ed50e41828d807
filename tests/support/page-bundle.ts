import { createServer } from 'node:http';
import { join } from 'node:path';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { build } from 'vite';

/** Bundles a module with all its imports for a browser, like the app. */
export async function bundleOf(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: join(PROJECT_ROOT, 'web'),
    build: {
      write: false,
      target: 'esnext',
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  });
  if (!('output' in built)) throw new Error('Vite returned no output.');
  const [chunk] = built.output;
  return chunk.code;
}

/** Serves an empty page with this script at its own origin, and so with its own IndexedDB. */
export async function servePage(script: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const page = '<!doctype html><title>Foldmark</title><script type="module" src="/page.js"></script>';
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
