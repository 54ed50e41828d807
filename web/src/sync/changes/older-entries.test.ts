import { newLink } from '@foldmark/contract/new-link';
import { expect, test } from 'vitest';

import { changesOfCommand, commandSchema } from '#web/sync/changes/older-commands.ts';
import { readChanges, readOutboxEntry } from '#web/sync/changes/read-outbox-entry.ts';
import { openPage } from '#web/sync/testing/open-page.ts';
import { storedLink } from '#web/sync/testing/started-page.ts';

type Command = Parameters<typeof changesOfCommand>[0];

/** What versions before December 2026 stored, in the order of the gestures. tsc reports a missing command. */
const BY_WHAT: { readonly [W in Command['what']]: Omit<Extract<Command, { what: W }>, 'what'> } = {
  'create-folder': { folder: -2, name: 'Recipes', parent: 0 },
  'create-link': { link: -1, url: 'https://example.com' },
  'update-link': { link: -1, edits: { name: 'Named', url: undefined } },
  'add-to-folder': { link: -1, folder: -2 },
  'remove-from-folder': { link: 1, folder: 7 },
  'update-folder': { folder: -2, edits: { name: 'Soups' } },
  'move-folder': { folder: -2, parent: 7 },
  'set-favorite': { kind: 'link', object: 1, is_favorite: true },
  'set-link-image': { link: 1, s3_bucket: 'bucket', s3_key: 'key' },
  'set-folder-image': { folder: 7, s3_bucket: '', s3_key: '' },
  'update-user': { edits: { display_name: 'Ada' } },
  'delete-link': { link: 2 },
  'delete-folder': { folder: 8 },
  'empty-trash': { links: [3, 4], folders: [] },
};
const COMMANDS = Object.entries(BY_WHAT).map(([what, command]) => ({ what, ...command }));

test.each(COMMANDS)('an entry of an older version can be read: $what', (command) => {
  const entry = readOutboxEntry({ request: 'request-1', owner: 'page', at: 1, command });
  if (entry === null || !('changes' in entry)) throw new Error('The entry could not be read.');
  const changes = readChanges(entry.changes);
  expect(changes).toEqual(changesOfCommand(commandSchema.parse(command)));
  expect(entry).toMatchObject({ size: changes?.length, mayBeSent: true });
});

test('entries of an older version are sent in their order, with their keys', async () => {
  const page = openPage();
  for (const link_id of [1, 2, 3, 4]) {
    const link = newLink(link_id, `https://example.com/${link_id}`);
    const status_id = link_id === 1 ? 1 : 2;
    page.server.links.put(String(link_id), { ...link, status_id, created_at: 1, updated_at: 1 });
  }
  const folder = { name: 'Eight', parent_folder_id: 0, status_id: 2, image_s3_key: '' } as const;
  page.server.folders.put('8', { folder_id: 8, ...folder, created_at: 1, updated_at: 1 });
  page.server.execute({ kind: 'member.set', folder_id: 7, link_id: 1, present: true });
  // The server had executed the creation before the older version closed.
  const { outcome } = page.actions.createLink({ url: 'https://example.com' });
  await page.comeToRest();
  await outcome;
  for (const [index, command] of COMMANDS.entries()) {
    const request = command.what === 'create-link' ? `${page.name}-request-2` : `older-request-${index}`;
    const entry = readOutboxEntry({ request, owner: 'older', at: index + 1, command });
    if (entry !== null) page.store.entries.set(request, entry);
  }
  const next = openPage(page.server, page.store, page.timers);
  page.kill();
  await next.start();
  await next.comeToRest();
  expect(next.failures.get()).toEqual([]);
  expect(next.changes.unsent.get()).toBe(0);
  expect(next.server.creations.get('https://example.com')).toBe(1);
  const created = [...next.server.links.all.values()].find(({ url }) => url === 'https://example.com');
  expect(created?.name).toBe('Named');
  const folders = [...next.server.folders.all.values()].map(({ name }) => name);
  expect(folders.toSorted()).toEqual(['Seven', 'Soups']);
  expect([...next.server.memberships.all.values()]).toMatchObject([{ link_id: created?.link_id }]);
  expect(storedLink(next)?.image_s3_key).toBe('key');
  expect([...next.server.favorites.all.keys()]).toEqual(['link_1']);
  expect(next.server.links.all.size).toBe(2);
});
