import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

import { onTestFinished } from 'vitest';

/** Starts a local HTTP server until the test ends. Returns its origin. */
export async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(listener).listen(0, host);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  return `http://${host}:${typeof address === 'object' ? address?.port : ''}`;
}
