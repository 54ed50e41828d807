/**
 * Loaded into the official emulators before their own code (`node --import`) if they import the accounts of an earlier run. The
 * Auth emulator listens before it has imported them, and the import signs all users out. An open page that asks meanwhile would
 * end its session, so the calls of pages wait here until the accounts and their sessions are restored.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { restoreSessions } from './account-persistence.ts';

const require = createRequire(createRequire(import.meta.url).resolve('firebase-tools/package.json'));
const { AuthEmulator } = require('./lib/emulator/auth/index.js');
const server = require('./lib/emulator/auth/server.js');

const restored = Promise.withResolvers<null>();
const { importData } = AuthEmulator.prototype;
const { createApp } = server;
if (typeof importData !== 'function' || typeof createApp !== 'function')
  throw new Error('The Auth emulator has changed: keep-sessions.ts does not fit it.');

AuthEmulator.prototype.importData = async function importAndRestore(directory: string, ...more: unknown[]) {
  await importData.call(this, directory, ...more);
  await restoreSessions(this.getInfo().port, await readFile(join(directory, 'accounts.json'), 'utf8'));
  restored.resolve(null);
};

server.createApp = async (...options: readonly unknown[]) => {
  const app: RequestListener = await createApp(...options);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // The import itself calls the emulator as the owner.
    if (request.headers.authorization === 'Bearer owner') app(request, response);
    else void restored.promise.then(() => app(request, response));
  };
  return { listen: (port: number, host: string) => createServer(answer).listen(port, host) };
};
