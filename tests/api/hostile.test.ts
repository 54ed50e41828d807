import { ENDPOINTS, isOpenPath, isPath, type Path } from '@foldmark/contract/endpoints';
import { beforeAll, describe, expect, test } from 'vitest';

import { SAMPLES } from '#tests/api/samples.ts';
import { call, type Person, personOf, register, signUp } from '#tests/api/support.ts';

const PATHS = Object.keys(ENDPOINTS).filter((path): path is Path => isPath(path));
const SIGNED_IN = Object.entries(SAMPLES);
const PROFILE = SIGNED_IN.filter(([path]) => isPath(path) && ENDPOINTS[path].needs === 'profile');
const TAKING = SIGNED_IN.filter(([, sample]) => Object.keys(sample).length > 0);
const NUMBERS = new Set(['link_id', 'folder_id', 'object_id', 'parent_folder_id', 'status_id']);

let person: Person;
beforeAll(async () => {
  person = await register();
});

test('every call has a sample here', () => {
  expect(SIGNED_IN.map(([path]) => path).sort()).toEqual(PATHS.filter((path) => !isOpenPath(path)).sort());
});

describe('without a token', () => {
  test.each(SIGNED_IN)('%s is refused', async (path, sample) => {
    expect(await call(path, sample)).toMatchObject({
      status: 401,
      body: { primary_error: 'Please log in.' },
    });
  });
});

describe('without a profile', () => {
  test.each(PROFILE)('%s is refused', async (path, sample) => {
    const { token } = await signUp();
    expect(await call(path, sample, token)).toMatchObject({
      status: 403,
      body: { primary_error: 'This account has no profile yet. Please log in again.' },
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
  test.each(TAKING)('to %s is refused, each field by its name', async (path, sample) => {
    for (const field of Object.keys(sample)) {
      for (const wrong of [{}, [], true]) {
        const { status, body } = await call(path, { ...sample, [field]: wrong }, person.token);
        expect({ status, body }).toMatchObject({ status: 400, body: { errors: [expect.any(String)] } });
      }
    }
  });

  test.each(TAKING)('to %s: no number is taken for an id that is none', async (path, sample) => {
    for (const field of Object.keys(sample).filter((name) => NUMBERS.has(name))) {
      for (const wrong of [-1, 1.5, 1e300, 2 ** 53, '1', 'NaN']) {
        const { status } = await call(path, { ...sample, [field]: wrong }, person.token);
        expect(status).toBe(400);
      }
    }
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
  ])("such as %j is kept as it is, but for what UTF-8 can't hold", async (name) => {
    const kept = name.toWellFormed();
    expect(await person.ask('/folders/create/', { name })).toMatchObject({ name: kept });
    const folders = await person.ask('/folders/list/', {});
    expect(folders).toEqual(expect.arrayContaining([expect.objectContaining({ name: kept })]));
  });
});

test("ids of documents that others own can't be reached through any field", async () => {
  const stranger = personOf(await signUp());
  const { status } = await stranger.call('/users/login-register/', { uid: `${person.uid}/links/1` });
  expect(status).toBe(403);
});

test('twenty links at once get twenty numbers', async () => {
  const { ask } = await register();
  const numbers: number[] = [];
  const create = async () => {
    for (let count = 0; count < 5; count += 1) {
      const link = await ask('/links/create/', { url: 'mailto:a@example.com' });
      numbers.push(Object.assign({ link_id: 0 }, link).link_id);
    }
  };
  // Four at a time: the emulator starts a process for each call that runs beside another.
  await Promise.all([create(), create(), create(), create()]);
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
}, 120_000);
