import { newLink } from '@foldmark/library/entities/new-link';
import { Library } from '@foldmark/library/memory/library';
import { expect, test } from 'vitest';

import type { LibraryChange } from '@foldmark/library/changes/changes';

import { createActions } from './actions.ts';

const LINK = 1;
const [WORK, HOME, GONE, TARGET] = [11, 12, 13, 14];

/** A link in Work, Home and a folder of the trash, and the changes that actions make of it. */
function linkInFolders() {
  const library = new Library();
  const [at, dates] = [1, { created_at: 1, updated_at: 1 }];
  library.receive('links', [
    { id: String(LINK), at, record: { ...newLink(LINK, 'https://a.invalid'), ...dates } },
  ]);
  library.receive(
    'folders',
    [WORK, HOME, GONE, TARGET].map((folder_id) => ({
      id: String(folder_id),
      at,
      record: {
        folder_id,
        name: String(folder_id),
        status_id: folder_id === GONE ? (2 as const) : (1 as const),
        parent_folder_id: 0,
        image_s3_key: '',
        icon: '',
        ...dates,
      },
    })),
  );
  library.receive(
    'folder_links',
    [WORK, HOME, GONE].map((folder_id) => ({
      id: `${folder_id}_${LINK}`,
      at,
      record: { folder_link_id: folder_id, folder_id, link_id: LINK, updated_at: at },
    })),
  );
  const made: LibraryChange[] = [];
  const actions = createActions(library, {
    perform: ({ changes }) => {
      made.push(...changes);
      const outcome = Promise.resolve({ ok: true, answer: null } as const);
      return { id: 'gesture', outcome, finished: Promise.resolve() };
    },
  });
  return { actions, made };
}

test.each([
  ['a list of one folder leaves that folder', WORK, [WORK]],
  ['any other list leaves all folders, but not those in the trash', null, [WORK, HOME]],
])('a link that moves from %s', (_, from, left) => {
  const { actions, made } = linkInFolders();
  actions.moveItems({ folders: [], links: [LINK] }, from, TARGET);
  expect(made).toEqual([
    { kind: 'member.set', folder_id: TARGET, link_id: LINK, present: true },
    ...left.map((folder_id) => ({ kind: 'member.set', folder_id, link_id: LINK, present: false })),
  ]);
});
