import type { BatchableChange } from '@foldmark/library/changes/changes';
import type { Library } from '@foldmark/library/memory/library';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { connect } from '#extension/connection/connection.ts';
import { openLibrary } from '#extension/copy/open-library.ts';
import { openPart } from '#extension/copy/open-part.ts';
import { pull } from '#extension/copy/pull.ts';
import type { Environment } from '#extension/platform/environment.ts';
import { MemoryBrowser } from '#extension/platform/testing/memory-browser.ts';
import { ORIGIN, TestServer } from '#extension/platform/testing/test-server.ts';
import { perform } from '#extension/queue/perform.ts';
import { undo } from '#extension/queue/queue.ts';
import { send } from '#extension/queue/send.ts';

/** A change of any object, named by its place in the library. */
type Step =
  | { readonly do: 'create' | 'folder' | 'undo' | 'send'; readonly at: number }
  | {
      readonly do: 'rename' | 'move' | 'trash' | 'star' | 'file' | 'unfile' | 'delete';
      readonly at: number;
      readonly folder: number;
    };

const at = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('create', 'folder', 'undo', 'send'), at }),
  fc.record({
    do: fc.constantFrom('rename', 'move', 'trash', 'star', 'file', 'unfile', 'delete'),
    at,
    folder: at,
  }),
);

function changeOf(library: Library, page: Environment, given: Step): BatchableChange | null {
  const links = [...library.tables.links.keys()];
  const folders = library.tree.visible;
  const link_id = links[given.at % links.length];
  if (given.do === 'create')
    return { kind: 'link.create', ref: page.newRef(), url: `https://a.example/${given.at}` };
  const folder_id = folders[('folder' in given ? given.folder : given.at) % folders.length];
  if (given.do === 'folder')
    return { kind: 'folder.create', ref: page.newRef(), name: 'F', parent_folder_id: folder_id ?? 0 };
  if (given.do === 'delete')
    return folder_id === undefined ? null : { kind: 'folder.set', folder_id, status_id: 2 };
  if (link_id === undefined) return null;
  if (given.do === 'rename') return { kind: 'link.set', link_id, name: `N${given.at}` };
  if (given.do === 'move') return { kind: 'link.set', link_id, url: `https://b.example/${given.at}` };
  if (given.do === 'trash') return { kind: 'link.set', link_id, status_id: 2 };
  if (given.do === 'star') return { kind: 'favorite.set', object_type: 'link', object_id: link_id, on: true };
  if (folder_id === undefined) return null;
  return { kind: 'member.set', folder_id, link_id, present: given.do === 'file' };
}

test('a part of the library shows its links and all folders as the whole library does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const server = new TestServer({ now: () => browser.now * 1000 });
      const browser: MemoryBrowser = new MemoryBrowser(server.fetch);
      browser.authorize = server.consent;
      const page = browser.open();
      await connect(ORIGIN, page);
      await pull({}, page);
      const done: string[] = [];
      for (const one of steps) {
        browser.now += 1000;
        const change = changeOf(await openLibrary(page), page, one);
        if (one.do === 'send') await send(browser.open());
        else if (one.do === 'undo') await undo(done[one.at % done.length] ?? '', page);
        else if (change !== null) done.push(await perform({ label: one.do, changes: [change] }, page));
      }
      await expectSame(page);
    }),
    { numRuns: 40 },
  );
});

/** Compares what the popup shows of each link. */
async function expectSame(page: Environment): Promise<void> {
  const library = await openLibrary(page);
  for (const [key, record] of library.tables.links.entries()) {
    const { built } = await openPart({ url: record.url }, page);
    const { url, name, note, status_id, created_at } = record;
    const shown = built.links().find(({ link_id }) => link_id === key);
    expect(shown).toMatchObject({ url, name, note, status_id, created_at });
    const folders = built.view.foldersOf(key).filter((folder) => built.tree.isVisible(folder));
    expect(new Set(folders)).toEqual(new Set(library.visibleFoldersOf(key)));
    expect(built.view.isFavorite('link', key)).toBe(library.isFavorite('link', key));
    expect(built.isPending(key)).toBe(library.isPending('link', key));
  }
  const { tree } = (await openPart({}, page)).built;
  expect(tree.visible.map((key) => [key, tree.path(key)])).toEqual(
    library.tree.visible.map((key) => [key, library.tree.path(key)]),
  );
}
