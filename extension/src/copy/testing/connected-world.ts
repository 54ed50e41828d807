import { newLink } from '@foldmark/library/entities/new-link';

import { connect } from '#extension/connection/connection.ts';
import { pull } from '#extension/copy/pull.ts';
import type { Environment } from '#extension/platform/environment.ts';
import { MemoryBrowser } from '#extension/platform/testing/memory-browser.ts';
import { ORIGIN, TestServer } from '#extension/platform/testing/test-server.ts';

export interface ConnectedWorld {
  readonly server: TestServer;
  readonly browser: MemoryBrowser;
  readonly env: Environment;
  /** Stores a link at the server. Returns its id. */
  readonly addLink: (url: string, name?: string) => number;
}

/** A browser that is connected to a server in memory, and has a copy of its library. */
export async function connectedWorld(): Promise<ConnectedWorld> {
  const browser = new MemoryBrowser(async (input, init) => server.fetch(input, init));
  const server = new TestServer({ now: () => browser.now * 1000 });
  browser.authorize = server.consent;
  const env = browser.open();
  await connect(ORIGIN, env);
  await pull({}, env);
  const addLink = (url: string, name = url): number => {
    const id = server.nextId();
    const updated_at = server.nextVersion();
    server.links.put(String(id), { ...newLink(id, url), name, created_at: updated_at, updated_at });
    return id;
  };
  return { server, browser, env, addLink };
}

/** Lets everything run that is not killed. */
export async function settled(): Promise<void> {
  for (let tick = 0; tick < 100; tick += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}
