import { setImmediate as tick } from 'node:timers/promises';

import type { Status } from '@foldmark/library/entities/fields';
import type { LinkRecord } from '@foldmark/library/entities/records';
import { newLink } from '@foldmark/library/entities/new-link';

import type { Key } from '@foldmark/library/memory/keys';
import type { LibraryServer } from '#web/sync/testing/library-server.ts';
import { type OpenPage, openPage } from '#web/sync/testing/open-page.ts';

/** Opens a page of a library with the links 1 to `count`. */
export async function startedPage(count = 3, status_id: Status = 1): Promise<OpenPage> {
  const page = openPage();
  for (const link_id of keysTo(count)) {
    const link = newLink(link_id, `https://example.com/${link_id}`);
    page.server.links.put(String(link_id), { ...link, status_id, created_at: 1, updated_at: 1 });
  }
  await page.start();
  return page;
}

/** Closes a page, and opens the next one on the same device. */
export async function nextPage(before: OpenPage): Promise<OpenPage> {
  before.kill();
  const page = openPage(before.server, before.store, before.timers);
  await page.start();
  return page;
}

/** Lets the server execute and answer the next request. */
export async function answerNext({ server }: OpenPage): Promise<boolean> {
  await tick();
  const isDone = server.work(0) && server.answer(0);
  await tick();
  return isDone;
}

/** The keys 1 to `count`. */
export function keysTo(count: number): Key[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** The server's record of a link. */
export function storedLink({ server }: Pick<OpenPage, 'server'>, id = 1): LinkRecord | undefined {
  return server.links.all.get(String(id));
}

/** The paths of the calls that the server has received. */
export function pathsOf(server: LibraryServer): readonly string[] {
  return server.calls.map(({ path }) => path);
}
