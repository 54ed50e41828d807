import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

import { onTestFinished } from 'vitest';

/** Starts a local HTTP server until the test ends. Returns its origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}
