import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Path } from '@foldmark/contract/endpoints';
import { oauthClients } from '@foldmark/functions/oauth/clients';
import type { ObjectKind } from '@foldmark/library/entities/collections';

import { BUCKET, newKey } from '#tests/api/upload-image.ts';

const LINK_1 = { link_id: 1, url: 'mailto:1', name: 'link 1', status_id: 1 };

function set(link_id: number, changes: object = { name: `link ${link_id}` }) {
  return { kind: 'link.set', link_id, ...changes };
}

const TO_TRASH = {
  action_id: 'the-action',
  part: 0,
  parts: 1,
  label: 'Moved 2 links to the trash',
  changes: [set(1, { status_id: 2 }), set(2, { status_id: 2 })],
};

const IMPORT = { import_id: 'the-import', label: 'a', parts: 1, links: 2, folders: 0, memberships: 0 };
const PART = {
  import_id: 'the-import',
  part: 0,
  folders: [],
  links: ['mailto:a', 'mailto:b'].map((url) => ({ url, name: url, folders: [] })),
};

function sent(import_id: string): readonly (readonly [Path, object])[] {
  return [
    ['/imports/start/', { ...IMPORT, import_id }],
    ['/imports/part/', { ...PART, import_id }],
  ];
}

const SENT = sent('the-import');

/** The apps that the local API knows, by the secret of functions/.secret.local. */
export const CLIENTS = oauthClients({
  secret: 'only-for-the-local-emulators',
  documents: { isDocument: () => false, find: async () => null },
});
const REDIRECT = 'https://app.example/callback';
const { client_id } = await CLIENTS.register({ name: 'An app', redirect_uris: [REDIRECT] });
/** The query by which an app asks to be connected. */
const REQUEST = new URLSearchParams({
  client_id,
  redirect_uri: REDIRECT,
  response_type: 'code',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
}).toString();

export interface Scenario {
  readonly input?: object;
  readonly minimal?: true;
  /** The call sets an uploaded image of this kind. */
  readonly image?: ObjectKind;
  /** The call repeats an earlier one with the same idempotency key. */
  readonly repeated?: true;
  /** The call begins a job, whose own cost would be billed at the same time. */
  readonly startsJob?: true;
  /** The calls before this one. */
  readonly first?: readonly (readonly [path: Path, input: object])[];
  readonly trashed?: readonly ('link 1' | 'folder 1')[];
}

/** The call of each row of the document, on the library of seed-library.ts. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  '/users/get/': {},
  '/users/get-auth/': {},
  '/users/update/': { input: { display_name: 'Ada' } },
  '/users/update/ unchanged': { input: { display_name: '' } },
  '/favorites/list/ of 1': {},
  '/favorites/toggle/ on, minimal': { input: { object_id: 2, object_type: 'link' }, minimal: true },
  '/favorites/toggle/ off, minimal': { input: { object_id: 1, object_type: 'link' }, minimal: true },
  '/favorites/toggle/ unchanged, minimal': {
    input: { object_id: 1, object_type: 'link', is_favorite: true },
    minimal: true,
  },
  '/favorites/toggle/ on, then a list of 2': { input: { object_id: 2, object_type: 'link' } },
  '/folders/get/': { input: { folder_id: 1 } },
  '/folders/list/ of 4': {},
  '/folders/create/ at the root': { input: { name: 'a' } },
  '/folders/create/ in a folder': { input: { name: 'a', parent_folder_id: 3 } },
  '/folders/create/ a repeat': { input: { name: 'a' }, repeated: true },
  '/folders/update/': { input: { folder_id: 1, name: 'a', status_id: 2 } },
  '/folders/update/ unchanged': { input: { folder_id: 1, name: 'folder 1', status_id: 1 } },
  '/folders/update-parent/ to the root': { input: { folder_id: 3, parent_folder_id: 0 } },
  '/folders/update-parent/ into a folder three deep': { input: { folder_id: 4, parent_folder_id: 3 } },
  '/folders/update-image/': {
    input: { folder_id: 1 },
    image: 'folder',
  },
  '/folders/add-link/': { input: { folder_id: 1, link_id: 1 } },
  '/folders/add-link/ a repeat': { input: { folder_id: 3, link_id: 1 } },
  '/folders/remove-link/ minimal': { input: { folder_id: 3, link_id: 1 }, minimal: true },
  '/folders/remove-link/ then a list of 0': { input: { folder_id: 3, link_id: 1 } },
  '/folders/delete/ with two subfolders and a link': { input: { folder_id: 1 }, trashed: ['folder 1'] },
  '/folder-links/list/ of 1': {},
  '/links/get/': { input: { link_id: 1 } },
  '/links/list/ of 2': {},
  '/links/create/': { input: { url: 'mailto:a@example.com' } },
  '/links/create/ a repeat': { input: { url: 'mailto:a@example.com' }, repeated: true },
  '/links/update/': { input: { ...LINK_1, name: 'a' } },
  '/links/update/ unchanged': { input: LINK_1 },
  '/uploads/grant/': { input: { s3_key: newKey() } },
  '/links/update-image/': {
    input: { link_id: 1 },
    image: 'link',
  },
  '/links/delete/ in a folder and a favorite': { input: { link_id: 1 }, trashed: ['link 1'] },
  '/trash/empty/ a link and a folder as above': { trashed: ['link 1', 'folder 1'] },
  '/trash/empty/ the same two, by id': {
    input: { link_ids: [1], folder_ids: [1] },
    trashed: ['link 1', 'folder 1'],
  },
  '/trash/empty/ empty': {},
  '/batch/ two changed links': { input: TO_TRASH },
  '/batch/ two unchanged links': { input: { ...TO_TRASH, changes: [set(1), set(2)] } },
  '/batch/ a repeat': { input: TO_TRASH, repeated: true },
  '/batch/ two new links in a new folder': {
    input: {
      ...TO_TRASH,
      changes: [
        { kind: 'folder.create', ref: -1, name: 'a', parent_folder_id: 0 },
        ...[-2, -3].flatMap((ref) => [
          { kind: 'link.create', ref, url: 'mailto:a' },
          { kind: 'member.set', folder_id: -1, link_id: ref, present: true },
        ]),
      ],
    },
  },
  '/batch/ a merge, as in the text above': {
    input: { ...TO_TRASH, changes: [{ kind: 'link.merge', link_id: 1, into_id: 2 }] },
  },
  '/actions/undo/': {
    input: { action_id: 'the-action' },
    first: [['/batch/', TO_TRASH]],
    startsJob: true,
  },
  '/imports/start/': { input: IMPORT },
  '/imports/start/ into a folder': { input: { ...IMPORT, target_folder_id: 1 } },
  '/imports/start/ a repeat': { input: IMPORT, repeated: true },
  '/imports/part/ of two links': { input: PART, first: [['/imports/start/', IMPORT]] },
  '/imports/part/ a repeat': { input: PART, first: [['/imports/start/', IMPORT]], repeated: true },
  '/imports/run/': { input: { import_id: 'the-import' }, first: SENT, startsJob: true },
  '/imports/run/ waiting for another import': {
    input: { import_id: 'the-import' },
    first: [...sent('the-other'), ['/imports/run/', { import_id: 'the-other' }], ...SENT],
    startsJob: true,
  },
  '/imports/stop/ before it runs': { input: { import_id: 'the-import' }, first: SENT },
  '/imports/stop/ a repeat': { input: { import_id: 'the-import' }, first: SENT, repeated: true },
  '/library/changes/ of 8 documents': {},
  '/snapshots/create/ in a library of 2 links': {},
  '/grants/list/ of 1': {},
  '/grants/create/': { input: { name: 'an app', scopes: ['read'], days: 30 } },
  '/grants/revoke/': { input: { grant_id: 'the-grant' } },
  '/grants/undo/ nothing to undo': { input: { grant_id: 'the-grant' } },
  '/connect/check/': { input: { query: REQUEST } },
  '/connect/decide/ approving an app': { input: { query: REQUEST, approve: true, scopes: ['read'] } },
  '/users/delete/': { startsJob: true },
};

/** The rows of the table in docs/costs.md. The tests compare them with Firestore's bill. */
export const DOCUMENTED_COSTS = readFileSync(join(import.meta.dirname, '../../docs/costs.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, path, situation = '', reads, writes, deletes] =
      /^\| `([^`]+)` +\| (.*?) *\| +(\d+) +\| +(\d+) +\| +(\d+) +\|$/.exec(line) ?? [];
    const row = situation === '' ? path : `${path} ${situation}`;
    return row === undefined || path === undefined ? [] : [{ row, path, reads, writes, deletes }];
  });

/** Returns the input of a call. `keyOf` returns the key of an image if the call sets one. */
export async function inputOf(
  { input = {}, image }: Scenario,
  keyOf: (kind: ObjectKind) => Promise<string>,
): Promise<object> {
  return image === undefined ? input : { ...input, s3_bucket: BUCKET, s3_key: await keyOf(image) };
}
