import { ENDPOINTS } from '@foldmark/contract/endpoint-table';
import { isPath } from '@foldmark/contract/endpoints';
import { FAILURES } from '@foldmark/contract/failures';
import { MemoryAllowance } from '@foldmark/functions/allowance/memory-allowance';
import { COST, type Meter, type Used, UNMETERED } from '@foldmark/functions/allowance/meter';
import { readsAMinute } from '@foldmark/functions/cloud/settings';
import { Failure } from '@foldmark/functions/errors/failure';
import { grantsOf } from '@foldmark/functions/grants/grants';
import { handle } from '@foldmark/functions/http/handle';
import { FirestoreCopySource } from '@foldmark/functions/store/firestore-copy-source';
import { FirestoreLibrary } from '@foldmark/functions/store/firestore-library';
import { FirestoreSnapshots } from '@foldmark/functions/store/snapshots/firestore-snapshots';
import { connectionsOf } from '@foldmark/functions/oauth/connections';
import { operations } from '@foldmark/functions/operations/operations';
import type { Services } from '@foldmark/functions/services/services';
import { callerOf } from '@foldmark/functions/testing/caller';
import { noImageStore, noServices } from '@foldmark/functions/testing/no-services';
import { afterAll, describe, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { seedLibrary, seedLinks } from '#tests/api/seed-library.ts';
import { CLIENTS, inputOf, DOCUMENTED_COSTS, SCENARIOS } from '#tests/api/documented-costs.ts';
import { newKey } from '#tests/api/upload-image.ts';

/** Runs the API in this process over the suite's Firestore, because the suite's own API has no allowance. */

const firestore = openFirestore();
const uids = new Set<string>();

// These profiles have no accounts, and the nightly job stops if it finds too many of them.
afterAll(async () => {
  for (const uid of uids) await firestore.recursiveDelete(firestore.doc(`users/${uid}`));
});

const EMAIL = 'ada@example.com';
const newId = () => crypto.randomUUID();

function apiOf(uid: string, allowance: Services['allowance'], now: () => Date = () => new Date()) {
  uids.add(uid);
  const accounts = {
    verify: async () => callerOf(uid, EMAIL),
    find: async () => ({
      email: EMAIL,
      hasPassword: false,
      hasEndedSessions: false,
      sessionsEndedAt: new Date(0),
    }),
    remove: async () => undefined,
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const grants = grantsOf({ firestore: async () => firestore, accounts, now, log });
  const connections = connectionsOf({
    firestore: async () => firestore,
    grants: async (meter) => grants(meter),
    now,
    newId,
    secret: '',
  });
  const services = noServices({
    now,
    newId,
    accounts,
    allowance,
    uploads: { hasImage: async () => true, acceptsKey: async () => true },
    library: async (owner, meter = UNMETERED) =>
      new FirestoreLibrary({
        firestore,
        uid: owner,
        now,
        meter,
        onImageDeletions: async () => undefined,
        onLeftovers: async () => undefined,
      }),
    grants: async (meter = UNMETERED) => grants(meter),
    oauthClients: CLIENTS,
    connections: async (meter = UNMETERED) => connections(meter),
    snapshots: async (owner, meter = UNMETERED) =>
      new FirestoreSnapshots({ firestore, uid: owner, now, meter }),
    copySource: async (owner, meter = UNMETERED) =>
      new FirestoreCopySource({ firestore, uid: owner, now, meter, report: log.error }),
    writeSnapshotLater: async () => undefined,
    readPageLater: async () => undefined,
    doStepLater: async () => undefined,
    imageStore: async () => noImageStore({ grant: async () => ({ identity_id: '', token: '' }) }),
  });
  return async (path: string, input: object = {}, headers: Readonly<Record<string, string>> = {}) => {
    const all: Readonly<Record<string, string>> = {
      'content-type': 'application/json',
      'auth-token': 'x',
      ...headers,
    };
    const request = {
      method: 'POST',
      path,
      url: path,
      header: (name: string) => all[name],
      body: Buffer.from(JSON.stringify(input)),
    };
    const { status, headers: answered, body } = await handle(request, operations, services);
    return { status, retryAfter: answered['Retry-After'], body: body === null ? null : JSON.parse(body) };
  };
}

/** An allowance that counts but never rejects. */
function counter() {
  const counted = { reads: 0, writes: 0, deletes: 0, images: 0 };
  const count = ({ read = 0, write = 0, deletion = 0, image = 0 }: Used): void => {
    counted.reads += read;
    counted.writes += write;
    counted.deletes += deletion;
    counted.images += image;
  };
  const meter: Meter = { read: (documents) => count({ read: documents }), count };
  return { counted, allowance: { begin: () => meter } };
}

async function seedProfile(uid: string): Promise<void> {
  const now = new Date();
  await firestore.doc(`users/${uid}`).set({
    user_id: uid,
    display_name: '',
    avatar: '',
    email: EMAIL,
    time_zone_abbreviation: 'CET',
    created_at: now,
    updated_at: now,
  });
}

describe('the counted cost equals the documented cost', () => {
  const rows = DOCUMENTED_COSTS.filter(({ path }) => path !== '/users/login-register/');

  test.each(rows)('$row', async ({ row, path, reads, writes, deletes }) => {
    const scenario = SCENARIOS[row] ?? {};
    const { minimal, repeated, trashed, first = [] } = scenario;
    const input = await inputOf(scenario, async (kind) => newKey(kind));
    if (!isPath(path)) throw new Error(`${path} is not a call.`);
    const uid = crypto.randomUUID();
    await seedProfile(uid);
    await seedLibrary(firestore, uid, trashed);
    const { counted, allowance } = counter();
    const call = apiOf(uid, allowance);
    const headers = {
      'idempotency-key': uid,
      ...(minimal === true && 'minimal' in ENDPOINTS[path] ? { prefer: 'return=minimal' } : {}),
    };
    for (const [before, sent] of first) await call(before, sent);
    if (repeated === true) await call(path, input, headers);
    Object.assign(counted, { reads: 0, writes: 0, deletes: 0 });
    expect((await call(path, input, headers)).status).toBeLessThan(300);
    expect(counted).toEqual({
      reads: Number(reads),
      writes: Number(writes),
      deletes: Number(deletes),
      images: 0,
    });
  });

  test('a first login', async () => {
    const { counted, allowance } = counter();
    const uid = crypto.randomUUID();
    expect(await apiOf(uid, allowance)('/users/login-register/', { uid })).toMatchObject({ status: 200 });
    // One read and one write less than with a bot check, which is stored.
    expect(counted).toMatchObject({ reads: 3, writes: 2 });
  });
});

/** Deletes a link with two images and a folder with one. Returns the counted cost. */
async function costWithImages(path: string): Promise<object> {
  const uid = crypto.randomUUID();
  await seedProfile(uid);
  await seedLibrary(firestore, uid, ['link 1', 'folder 1']);
  const images = { image_s3_key: newKey(), favicon_key: newKey() };
  await firestore.doc(`users/${uid}/links/1`).update(images);
  await firestore.doc(`users/${uid}/folders/1`).update({ image_s3_key: newKey('folder') });
  const { counted, allowance } = counter();
  expect((await apiOf(uid, allowance)(path)).status).toBeLessThan(300);
  return counted;
}

test('each deleted image is counted', async () => {
  expect(await costWithImages('/trash/empty/')).toMatchObject({ images: 3, writes: 6 + 3 });
});

function throwsTooManyCalls(): never {
  throw new Failure('tooManyCalls');
}

/** Makes calls and returns how much of the allowance each uses, or 0 if less than a minute's. */
function allowanceUsedBy(uid: string) {
  return async (path: string, input: object): Promise<number> => {
    // The clock stands still, so the wait that a rejection names grows with each use.
    const allowance = new MemoryAllowance({ readsAMinute: () => 60, now: () => new Date(0) });
    expect(await apiOf(uid, allowance)(path, input)).toMatchObject({ status: 200 });
    const { retryAfter } = await apiOf(uid, allowance)('/users/get/');
    return retryAfter === undefined ? 0 : Number(retryAfter) + 59;
  };
}

test('a batch of 250 changes costs about as much as 250 single ones, and its undo too', async () => {
  const uid = crypto.randomUUID();
  await seedLinks(firestore, uid, 250);
  const costOf = allowanceUsedBy(uid);
  const changes = Array.from({ length: 250 }, (_, index) => ({
    kind: 'link.set',
    link_id: index + 1,
    status_id: 2,
  }));
  const single = 1 + COST.write;
  const part = { action_id: 'the-action', part: 0, parts: 1, label: 'a', changes };
  expect((await costOf('/batch/', part)) / (250 * single)).toBeCloseTo(1, 1);
  expect((await costOf('/actions/undo/', { action_id: 'the-action' })) / (250 * COST.change)).toBeCloseTo(
    1,
    1,
  );
});

test('a part of an import costs one read per link and its storage, so 100,000 links take a few minutes at most', async () => {
  const uid = crypto.randomUUID();
  await seedProfile(uid);
  await seedLibrary(firestore, uid);
  const costOf = allowanceUsedBy(uid);
  const links = Array.from({ length: 500 }, (_, index) => ({
    url: `https://example.com/a-page-with-a-usual-address/${index}`,
    name: `A page with a title of the usual length, number ${index}`,
    folders: [],
  }));
  const counts = { parts: 1, links: 500, folders: 0, memberships: 0 };
  await costOf('/imports/start/', { import_id: 'the-import', label: 'a', ...counts });
  const cost = await costOf('/imports/part/', { import_id: 'the-import', part: 0, folders: [], links });
  expect(cost).toBeGreaterThan(500 * COST.entry);
  const minutes = ((100_000 / 500) * cost) / Number(readsAMinute.options.default);
  expect(minutes).toBeLessThan(4);
  // Stop must work at once.
  expect(await costOf('/imports/run/', { import_id: 'the-import' })).toBeLessThan(100);
});

test('the deletion of an account is never interrupted by the allowance', async () => {
  const uid = crypto.randomUUID();
  await seedProfile(uid);
  await seedLibrary(firestore, uid);
  const call = apiOf(uid, { begin: () => ({ ...UNMETERED, read: throwsTooManyCalls }) });
  expect(await call('/links/list/')).toMatchObject({ status: 429 });
  expect(await call('/users/delete/')).toMatchObject({ status: 200 });
  expect((await firestore.doc(`users/${uid}`).get()).exists).toBe(false);
});

describe('a user over the allowance', () => {
  test('is rejected until the allowance recovers; other users are not', async () => {
    const clock = { now: Date.now() };
    const now = () => new Date(clock.now);
    const allowance = new MemoryAllowance({ readsAMinute: () => 600, now });
    const [ada, bob] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const uid of [ada, bob]) await seedLinks(firestore, uid, 1000);
    const [asAda, asBob] = [apiOf(ada, allowance, now), apiOf(bob, allowance, now)];

    const first = await asAda('/links/list/');
    expect(first).toMatchObject({ status: 200, body: { length: 1000 } });
    const bytes = JSON.stringify(first.body).length;
    const used = COST.call + 1000 + Math.floor(bytes * COST.byte);
    const waits = Math.floor((used - 600) / 10) + 1;

    expect(await asAda('/links/get/', { link_id: 1 })).toEqual({
      status: 429,
      retryAfter: String(waits),
      body: { code: 'tooManyCalls', primary_error: FAILURES.tooManyCalls.primary_error },
    });
    expect(await asBob('/links/get/', { link_id: 1 })).toMatchObject({ status: 200 });
    clock.now += waits * 1000;
    expect(await asAda('/links/get/', { link_id: 1 })).toMatchObject({ status: 200 });
  });
});
