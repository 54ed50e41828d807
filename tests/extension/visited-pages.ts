import { once } from 'node:events';
import { createServer } from 'node:http';

export interface VisitedPages {
  /** A page of its own for each path, with the path as its title. */
  readonly url: (path: string) => string;
  readonly stop: () => Promise<void>;
}

/** Serves the pages that a person visits. */
export async function serveVisitedPages(): Promise<VisitedPages> {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Page ${url}</title><link rel="icon" href="data:,"><p>${url}</p>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: (path) => `http://127.0.0.1:${address.port}${path}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
