import { ENDPOINTS } from '@foldmark/contract/endpoint-table';
import { isOpenPath, isPath, type Path } from '@foldmark/contract/endpoints';
import { beforeAll, describe, expect, test } from 'vitest';

import { SAMPLES } from '#tests/api/samples.ts';
import { call, type Person, personOf, register, signUp } from '#tests/api/support.ts';

const PATHS = Object.keys(ENDPOINTS).filter((path): path is Path => isPath(path));
const SIGNED_IN = Object.entries(SAMPLES);
const PROFILE = SIGNED_IN.filter(([path]) => isPath(path) && ENDPOINTS[path].needs === 'profile');
const WITH_INPUT = SIGNED_IN.filter(([, sample]) => Object.keys(sample).length > 0);
const NUMBERS = new Set(['link_id', 'folder_id', 'object_id', 'parent_folder_id', 'status_id']);

function partOf(changes: object[]) {
  return { action_id: crypto.randomUUID(), part: 0, parts: 1, label: 'a', changes };
}

let person: Person;
beforeAll(async () => {
  person = await register();
});

test('every signed-in call has a sample', () => {
  expect(SIGNED_IN.map(([path]) => path).sort()).toEqual(PATHS.filter((path) => !isOpenPath(path)).sort());
});

describe('without a token', () => {
  test.each(SIGNED_IN)('%s is rejected', async (path, sample) => {
    expect(await call(path, sample)).toMatchObject({
      status: 401,
      body: { code: 'notSignedIn', primary_error: 'Please log in.' },
    });
  });
});

describe('without a profile', () => {
  test.each(PROFILE)('%s is rejected', async (path, sample) => {
    const { token } = await signUp();
    expect(await call(path, sample, token)).toMatchObject({
      status: 403,
      body: { code: 'noProfile', primary_error: 'This account has no profile yet. Please log in again.' },
    });
  });
});

describe('without the last slash', () => {
  test.each(PROFILE)('%s is the same call', async (path, sample) => {
    const { token } = await signUp();
    expect(await call(path.slice(0, -1), sample, token)).toMatchObject({ status: 403 });
  });
});

describe('input of a wrong type', () => {
  test.each(WITH_INPUT)('to %s is rejected for each field', async (path, sample) => {
    for (const [field, value] of Object.entries(sample)) {
      for (const wrong of [{}, Array.isArray(value) ? [null] : [], typeof value === 'boolean' ? 1 : true]) {
        const { status, body } = await call(path, { ...sample, [field]: wrong }, person.token);
        expect({ status, body }).toMatchObject({ status: 400, body: { errors: [expect.any(String)] } });
      }
    }
  });

  test.each(WITH_INPUT)('to %s: an invalid number is rejected as an id', async (path, sample) => {
    for (const field of Object.keys(sample).filter((name) => NUMBERS.has(name))) {
      for (const wrong of [-1, 1.5, 1e300, 2 ** 53, '1', 'NaN']) {
        const { status } = await call(path, { ...sample, [field]: wrong }, person.token);
        expect(status).toBe(400);
      }
    }
  });
});

describe('a part of a batch', () => {
  test.each(['0000-01-01T00:00:00Z', '0000-12-31T23:59:59.999Z'])(
    'with the date %s, which Firestore can not store, is refused',
    async (date) => {
      const created_at = Date.parse(date) * 1000;
      for (const dated of [{ before: { created_at } }, { after: { created_at } }]) {
        const edit = { table: 'links', key: { link_id: 1 }, before: {}, after: {}, ...dated };
        const { status, body } = await call(
          '/batch/',
          partOf([{ kind: 'revert', edits: [edit] }]),
          person.token,
        );
        expect({ status, body }).toMatchObject({
          status: 400,
          body: {
            code: 'invalid',
            errors: expect.arrayContaining(['created_at must be in the years 1 to 9999.']),
          },
        });
      }
    },
  );
});

describe('a revert', () => {
  const link = { table: 'links', key: { link_id: 1 }, before: { name: 'b' }, after: { name: 'a' } };
  const folder = { table: 'folders', key: { folder_id: 1 }, before: { name: 'b' }, after: { name: 'a' } };
  const member = {
    table: 'folder_links',
    key: { folder_id: 1, link_id: 1 },
    before: { folder_link_id: 0 },
    after: null,
  };
  const created = { url: 'https://a.example/', name: 'a' };
  const someone = { image_s3_key: 'dev/uploads/links/of-another-person.png' };

  test.each([
    ['creates a link with an id of its choice', { ...link, before: created, after: null }],
    ['creates a folder with an id of its choice', { ...folder, before: created, after: null }],
    ['creates a membership with an id of its choice', { ...member, before: { folder_link_id: 7 } }],
    ['sets the image of another person on a link', { ...link, before: someone, after: { image_s3_key: '' } }],
    ['sets the date of the year 0', { ...link, before: { created_at: -62_167_219_200_000_000 }, after: {} }],
    ['expects the date of the year 10000', { ...link, after: { created_at: 253_402_300_800_000_000 } }],
    ['sets a url that is too long', { ...link, before: { url: `https://a.example/${'a'.repeat(9000)}` } }],
    ['changes the profile', { table: 'users', key: {}, before: { display_name: 'b' }, after: {} }],
  ])('that %s is refused', async (_, edit) => {
    const { status } = await call('/batch/', partOf([{ kind: 'revert', edits: [edit] }]), person.token);
    expect(status).toBe(400);
  });

  test('sets neither an image nor another id of a folder', async () => {
    const own = await register();
    await own.ask('/folders/create/', { name: 'a' });
    const edit = { ...folder, before: { name: 'b', folder_id: 9, ...someone } };
    await own.call('/batch/', partOf([{ kind: 'revert', edits: [edit] }]));
    expect(await own.ask('/folders/list/', {})).toMatchObject([
      { folder_id: 1, name: 'b', image_s3_key: '' },
    ]);
  });

  test('makes no cycle of folders, and deletes no item that is used or was changed', async () => {
    const own = await register();
    await own.ask('/folders/create/', { name: 'outer' });
    await own.ask('/folders/create/', { name: 'inner', parent_folder_id: 1 });
    await own.ask('/links/create/', { url: 'mailto:a' });
    const moved = { ...folder, before: { parent_folder_id: 2 }, after: { parent_folder_id: 0 } };
    const outer = { ...folder, before: null, after: { name: 'outer', parent_folder_id: 0 } };
    const other = { ...link, before: null, after: { url: 'mailto:b', name: 'mailto:b' } };
    const changes = [moved, outer, other].map((edit) => ({ kind: 'revert', edits: [edit] }));
    expect(await own.call('/batch/', partOf(changes))).toMatchObject({
      body: { done: 0, skipped: [{ why: 'cycle' }, { why: 'changed' }, { why: 'changed' }] },
    });
    expect(await own.ask('/folders/list/', {})).toHaveLength(2);
    expect(await own.ask('/links/list/', {})).toHaveLength(1);
  });
});

describe('text', () => {
  test.each([
    '\u0000',
    '\ud800',
    '../../x',
    '__proto__',
    '<script>',
    '\u202e\u0301',
    '𝕏'.repeat(100),
    '{{x}}',
    '.',
  ])('such as %j is stored unchanged, except unpaired surrogates', async (name) => {
    const stored = name.toWellFormed();
    expect(await person.ask('/folders/create/', { name })).toMatchObject({ name: stored });
    const folders = await person.ask('/folders/list/', {});
    expect(folders).toEqual(expect.arrayContaining([expect.objectContaining({ name: stored })]));
  });
});

test("a uid with a path does not give access to another user's documents", async () => {
  const other = personOf(await signUp());
  const { status } = await other.call('/users/login-register/', { uid: `${person.uid}/links/1` });
  expect(status).toBe(403);
});

test('twenty concurrent links get twenty ids', async () => {
  const { ask } = await register();
  const ids: number[] = [];
  const create = async () => {
    for (let count = 0; count < 5; count += 1) {
      const link = await ask('/links/create/', { url: 'mailto:a@example.com' });
      ids.push(Object.assign({ link_id: 0 }, link).link_id);
    }
  };
  await Promise.all([create(), create(), create(), create()]);
  expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});
