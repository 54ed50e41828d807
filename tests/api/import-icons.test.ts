import { createHash } from 'node:crypto';

import { FAILURES } from '@foldmark/contract/failures';
import { UNMETERED } from '@foldmark/functions/allowance/meter';
import { fetchIconOfTask } from '@foldmark/functions/jobs/import-icons';
import { continueActions } from '@foldmark/functions/jobs/continue-jobs';
import { Libraries } from '@foldmark/functions/store/libraries';
import { FirestoreLibrary } from '@foldmark/functions/store/firestore-library';
import type { IconStep } from '@foldmark/functions/store/steps';
import { addressGuard } from '@foldmark/functions/page-details/address-guard';
import { noImageStore, noServices } from '@foldmark/functions/testing/no-services';
import { serve } from '@foldmark/functions/testing/serve';
import { expect, test } from 'vitest';

import { importerOf } from '#tests/api/importer.ts';
import { openFirestore } from '#tests/api/firestore.ts';
import { DEADLINE, type Person, register } from '#tests/api/support.ts';
import { statusOf } from '#tests/api/upload-image.ts';

const firestore = openFirestore();
const NO_PAUSE = async () => undefined;
/** A PNG of 16 by 16 pixels. */
const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAAEUlEQVR4nGMIDWVYtYqBaBIAdscP8d62Zg0AAAAASUVORK5CYII=',
  'base64',
);

/** Sites on one port. /dead does not exist, and none.example has no icon. */
async function sites() {
  const requests: string[] = [];
  const origin = await serve(({ url = '', headers: { host = '' } }, response) => {
    const name = host.replace(/:.*$/, '');
    requests.push(`${name}${url}`);
    if (url === '/icon.png') response.writeHead(200, { 'content-type': 'image/png' }).end(ICON);
    else if (url.startsWith('/dead') || url === '/favicon.ico' || name === 'none.example') {
      response.writeHead(404).end();
    } else {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<title>A title</title><meta name="description" content="About it">' +
            '<meta property="og:image" content="/icon.png"><link rel="icon" href="/icon.png">',
        );
    }
  });
  return { requests, port: new URL(origin).port };
}

type Sites = Awaited<ReturnType<typeof sites>>;

function now(): Date {
  return new Date();
}

/** The job in this process, with a queue that only remembers its tasks. Sites have names that only it can resolve. */
function jobOf({ uid }: Person) {
  const queued: IconStep[] = [];
  const begun = now();
  const services = noServices({
    // A step takes no time, so that its pause does not depend on the machine.
    now: () => begun,
    library: async () =>
      new FirestoreLibrary({
        firestore,
        uid,
        now,
        meter: UNMETERED,
        onImageDeletions: NO_PAUSE,
        onLeftovers: NO_PAUSE,
      }),
    libraries: async () => new Libraries(firestore, now),
    fetchIconLater: async (step) => void queued.push(step),
    doStepLater: NO_PAUSE,
    imageStore: async () =>
      noImageStore({
        storeIcon: async (_uid, _image, isFresh) => (isFresh ? 'a fresh key' : 'the key'),
        storePicture: async () => 'the picture',
      }),
    shrinkPicture: async (bytes) => bytes,
  });
  const options = {
    allowed: addressGuard(['127.0.0.1']),
    resolve: async (host: string) => [
      { address: host === 'private.example' ? '10.0.0.1' : '127.0.0.1', family: 4 },
    ],
    timeoutMs: 5000,
    maxRedirects: 5,
  };
  const pauses: number[] = [];
  const run = async (step: IconStep) =>
    fetchIconOfTask(step, services, options, async (ms) => void pauses.push(ms));
  return {
    queued,
    services,
    pauses,
    run,
    runNext: async () => {
      const step = queued.shift();
      if (step !== undefined) await run(step);
      return step;
    },
    runAll: async () => {
      for (let step = queued.shift(); step !== undefined; step = queued.shift()) await run(step);
    },
  };
}

/** Writes an import that has created links with these urls, and begins the fetching of icons. Ids begin with 1. */
async function imported({ uid }: Person, urls: readonly string[], existing: readonly number[] = []) {
  const action_id = crypto.randomUUID();
  const writer = firestore.bulkWriter();
  const put = (path: string, data: object) => void writer.set(firestore.doc(`users/${uid}/${path}`), data);
  const parts = Array.from({ length: Math.ceil(urls.length / 500) }, (_, part) =>
    urls.slice(part * 500, (part + 1) * 500),
  );
  put(`private/import.${action_id}.plan`, {
    digest: '',
    announced: { links: urls.length, folders: 0, memberships: 0 },
    target_folder_id: 0,
    part_counts: parts.map(({ length }, part) => ({
      part,
      links: length,
      folders: 0,
      memberships: 0,
      above: -1,
    })),
    reserved: { link: 1, folder: 1, folder_link: 1 },
  });
  for (const [part, some] of parts.entries()) {
    const ids = some.map((_, index) => part * 500 + index + 1);
    put(`private/import.${action_id}.${part}`, {
      digest: '',
      content: JSON.stringify({ folders: [], links: some.map((url) => ({ url, name: url, folders: [] })) }),
      link_ids: ids.map((id) => (existing.includes(id) ? 1_000_000 + id : id)),
    });
  }
  put(`actions/${action_id}`, {
    action_id,
    state: 'done',
    import: { links: urls.length, handled: urls.length, created: urls.length },
    updated_at: new Date(),
  });
  for (const [index, url] of urls.entries()) {
    const link_id = index + 1;
    put(`links/${link_id}`, {
      link_id,
      url,
      name: `link ${link_id}`,
      deleted: false,
      updated_at: new Date(),
    });
  }
  await writer.close();
  const action = firestore.doc(`users/${uid}/actions/${action_id}`);
  const begin = async (): Promise<IconStep> => {
    await action.update({ 'import.icons': { domains: 0, done: 0, next: { list: -1, entry: 0 } } });
    return { uid, action_id, state: 'icons', list: -1, entry: 0 };
  };
  return {
    action_id,
    action,
    first: await begin(),
    begin,
    icons: async () => (await action.get()).get('import.icons'),
  };
}

async function iconsOf({ uid }: Person): Promise<Record<string, string>> {
  const { docs } = await firestore.collection(`users/${uid}/links`).get();
  return Object.fromEntries(docs.map((link) => [link.id, String(link.get('favicon_key') ?? '')]));
}

const partOf = (url: string) => ({ folders: [], links: [{ url, name: 'a', note: '', folders: [] }] });
const at = ({ port }: Sites, host: string, path = '/') => `http://${host}:${port}${path}`;

test('each site is read once, and its icon becomes that of all links that the import created there', async () => {
  const person = await register();
  const web = await sites();
  const urls = [
    at(web, 'a.example', '/one'),
    at(web, 'b.example', '/dead'),
    at(web, 'a.example', '/two'),
    'mailto:a@a.example',
    'ftp://a.example/',
    at(web, 'none.example'),
    at(web, 'private.example'),
    at(web, 'a.example', '/was-there-before'),
    at(web, 'a.example', '/moved'),
    at(web, 'a.example', '/has-an-icon'),
    at(web, 'a.example', '/gone'),
  ];
  const { first, icons } = await imported(person, urls, [8]);
  const link = (id: number) => firestore.doc(`users/${person.uid}/links/${id}`);
  await link(9).update({ url: 'https://elsewhere.example/' });
  await link(10).update({ favicon_key: 'its own' });
  await link(11).set({ link_id: 11, deleted: true });
  const { run, runNext, queued } = jobOf(person);
  await run(first);
  expect(await icons()).toMatchObject({ domains: 4, done: 0 });
  const step = await runNext();
  if (step === undefined) throw new Error('No site was queued.');
  expect(web.requests).toEqual(['a.example/one', 'a.example/icon.png']);
  expect(await icons()).toMatchObject({ domains: 4, done: 1 });
  // A task that is delivered again does nothing, and begins no second chain.
  await run(step);
  await run(first);
  expect(queued).toHaveLength(1);
  while ((await runNext()) !== undefined);
  expect(web.requests.slice(2)).toEqual([
    'b.example/dead',
    'b.example/',
    'b.example/icon.png',
    'none.example/',
    'none.example/favicon.ico',
  ]);
  expect(await icons()).toEqual({ domains: 4, done: 4 });
  expect(await iconsOf(person)).toEqual({
    ...Object.fromEntries(urls.map((_, index) => [index + 1, ''])),
    1: 'the key',
    2: 'the key',
    3: 'the key',
    10: 'its own',
  });
  expect((await link(1).get()).data()).toMatchObject({
    name: 'link 1',
    favicon_url: at(web, 'a.example', '/icon.png'),
  });
});

test('pictures take one page of each link, sites in turn, and leave links alone that need none', async () => {
  const person = await register();
  const web = await sites();
  const urls = [
    'a.example/1',
    'a.example/2',
    'b.example/1',
    'none.example/1',
    'a.example/gone',
    'a.example/3',
  ];
  const { action, first, icons } = await imported(
    person,
    urls.map((url) => at(web, url.replace(/\/.*/, ''), url.replace(/^[^/]*/, ''))),
  );
  await firestore.doc(`users/${person.uid}/links/5`).set({ link_id: 5, deleted: true });
  const done = { description: 'known', picture_s3_key: 'its own' };
  await firestore.doc(`users/${person.uid}/links/6`).update(done);
  await action.update({ 'import.icons.pages': true });
  const { run, runAll, pauses } = jobOf(person);
  await run(first);
  expect(await icons()).toMatchObject({ pages: true, domains: 6, done: 0 });
  pauses.length = 0;
  await runAll();
  expect(await icons()).toEqual({ pages: true, domains: 6, done: 6 });
  expect(web.requests.filter((path) => path.endsWith('1') || path.endsWith('2'))).toEqual([
    'a.example/1',
    'b.example/1',
    'none.example/1',
    'a.example/2',
  ]);
  // The next page after a.example/2 is one of the same site. A page that is not read takes no time.
  expect(pauses).toEqual([500, 500, 500, 2000, 0]);
  const { docs } = await firestore.collection(`users/${person.uid}/links`).get();
  expect(Object.fromEntries(docs.map((link) => [link.id, link.get('picture_s3_key')]))).toEqual({
    1: 'the picture',
    2: 'the picture',
    3: 'the picture',
    4: undefined,
    5: undefined,
    6: 'its own',
  });
  expect(docs[0]?.data()).toMatchObject({ name: 'link 1', description: 'About it', favicon_key: 'the key' });
});

test('Stop ends the job of the pictures', async () => {
  const person = await register();
  const web = await sites();
  const { action_id, first, icons, action } = await imported(person, [
    at(web, 'a.example'),
    at(web, 'b.example'),
  ]);
  await action.update({ 'import.icons.pages': true });
  const { run, runNext, queued } = jobOf(person);
  await run(first);
  await runNext();
  await person.ask('/imports/stop/', { import_id: action_id });
  await runNext();
  expect(queued).toEqual([]);
  expect(await icons()).toEqual({ pages: true, domains: 2, done: 1 });
});

test('a site with more links than one task handles is read once and counted once', async () => {
  const person = await register();
  const web = await sites();
  const urls = Array.from({ length: 1002 }, (_, index) => at(web, 'a.example', `/${index}`));
  const { first, icons, begin } = await imported(person, urls);
  const { run, runAll, runNext } = jobOf(person);
  await run(first);
  await runNext();
  expect(await icons()).toMatchObject({ domains: 1, done: 0 });
  await runAll();
  expect(await icons()).toEqual({ domains: 1, done: 1 });
  expect(Object.values(await iconsOf(person)).filter((key) => key === 'the key')).toHaveLength(1002);
  expect(web.requests).toHaveLength(2);
  // Nothing lacks an icon, so a second time reads no page.
  await run(await begin());
  await runAll();
  expect(await icons()).toEqual({ domains: 1, done: 1 });
  expect(web.requests).toHaveLength(2);
});

test('an icon whose image is just being deleted is stored with a fresh key', async () => {
  const person = await register();
  const web = await sites();
  const { first } = await imported(person, [at(web, 'a.example')]);
  const deletion = firestore.doc(`image_deletions/${createHash('sha256').update('the key').digest('hex')}`);
  await deletion.set({ state: 'begun', key: 'the key' });
  const { run, runAll } = jobOf(person);
  await run(first);
  await runAll();
  expect(await iconsOf(person)).toEqual({ 1: 'a fresh key' });
  await deletion.delete();
});

test('the job of an import leaves the parts of an import alone whose id looks like the name of its lists', async () => {
  const person = await register();
  const web = await sites();
  const { first, action_id } = await imported(person, [at(web, 'a.example')]);
  const { send, run, drain, library } = importerOf(firestore, person.uid);
  const other = `${action_id}_sites`;
  await send(other, [{ folders: [], links: [{ url: 'mailto:a@b', name: 'a', note: '', folders: [] }] }]);
  await jobOf(person).run(first);
  await run(other);
  await drain();
  expect((await library()).links).toContainEqual(expect.objectContaining({ url: 'mailto:a@b' }));
});

test('a site whose task fails three times is skipped, and no failure ends the job of the others', async () => {
  const person = await register();
  const web = await sites();
  const urls = ['a.example', 'b.example', 'c.example'].map((host) => at(web, host));
  const { first, icons } = await imported(person, urls);
  await firestore.doc(`users/${person.uid}/links/2`).update({ url: 2 });
  const { run, runNext, runAll, queued } = jobOf(person);
  await run(first);
  await runNext();
  const [step] = queued;
  if (step === undefined) throw new Error('No site was queued.');
  await expect(run(step)).rejects.toThrow('url');
  await expect(run(step)).rejects.toThrow('url');
  expect(await icons()).toMatchObject({ done: 1, failed: 2 });
  await runAll();
  expect(await icons()).toEqual({ domains: 3, done: 3 });
  expect(await iconsOf(person)).toEqual({ 1: 'the key', 2: '', 3: 'the key' });
});

test('a job whose sites cannot be collected ends after three tries', async () => {
  const person = await register();
  const web = await sites();
  const { first, action_id, icons } = await imported(person, [at(web, 'a.example')]);
  await firestore.doc(`users/${person.uid}/private/import.${action_id}.0`).update({ content: 'no JSON' });
  const { run, queued } = jobOf(person);
  await expect(run(first)).rejects.toThrow('JSON');
  await expect(run(first)).rejects.toThrow('JSON');
  await run(first);
  expect(await icons()).toEqual({ domains: 0, done: 0 });
  expect(queued).toEqual([]);
});

test('an undo of the import or the deletion of the account ends the job, and a lost task is queued again', async () => {
  const person = await register();
  const web = await sites();
  const { action, action_id, first, icons } = await imported(person, [
    at(web, 'a.example'),
    at(web, 'b.example'),
  ]);
  const { run, runNext, queued, services } = jobOf(person);
  await run(first);
  const lost = queued.shift();
  if (lost === undefined) throw new Error('No site was queued.');
  await continueActions(services);
  expect(queued).not.toContainEqual(lost);
  await action.update({ due_at: new Date(Date.now() - 1000) });
  await continueActions(services);
  expect(queued.filter((step) => step.action_id === action_id)).toEqual([lost]);
  queued.splice(0, queued.length, lost);
  await runNext();
  const [second] = queued;
  if (second === undefined) throw new Error('No site was queued.');
  await person.ask('/actions/undo/', { action_id });
  await run(second);
  expect(await icons()).toEqual({ domains: 2, done: 1 });
  expect(await iconsOf(person)).toEqual({ 1: 'the key', 2: '' });
  expect((await action.get()).get('due_at')).toBeUndefined();

  await action.update({ state: 'done', 'import.icons.next': { list: 0, entry: 1 } });
  const before = (await action.get()).data() ?? {};
  await person.ask('/users/delete/', {});
  // Even if the deletion has not reached the action yet.
  await action.set(before);
  queued.length = 0;
  await run(second);
  expect(queued).toEqual([]);
  expect((await action.get()).data()).toEqual(before);
  expect(web.requests.some((request) => request.startsWith('b.example'))).toBe(false);
  await firestore.recursiveDelete(firestore.doc(`users/${person.uid}`));
});

test('the last step of an import begins to fetch the icons that the user wants, of one import at a time', async () => {
  const person = await register();
  const { send, run, drain, action, iconTasks } = importerOf(firestore, person.uid);
  await send('import-1', [partOf('https://a.invalid/'), partOf('https://b.invalid/')], { icons: true });
  await send('import-2', [partOf('https://c.invalid/')], { icons: true });
  await send('import-3', [partOf('https://d.invalid/')]);
  // Nothing is created, so there is nothing to fetch.
  await send('import-4', [partOf('https://d.invalid/')], { icons: true });
  for (const id of ['import-1', 'import-2', 'import-3', 'import-4']) {
    await run(id);
    await drain();
  }
  const first = { uid: person.uid, action_id: 'import-1', state: 'icons', list: -1, entry: 0 };
  expect(iconTasks).toEqual([first]);
  const progress = await Promise.all(
    ['import-1', 'import-2', 'import-3', 'import-4'].map(async (id) => (await action(id))?.['import'].icons),
  );
  expect(progress).toEqual([
    { domains: 0, done: 0, next: { list: -1, entry: 0 } },
    undefined,
    undefined,
    undefined,
  ]);
  expect((await action('import-1'))?.['due_at']).toBeDefined();
});

test('the call fetches the icon of an import once, and the image stays until no link has it', async () => {
  const person = await register();
  const web = await sites();
  const origin = at(web, '127.0.0.1', '');
  const import_id = crypto.randomUUID();
  const busy = {
    status: 409,
    body: { code: 'actionBusy', primary_error: FAILURES.actionBusy.primary_error },
  };
  await person.ask('/imports/start/', {
    import_id,
    label: 'Import of bookmarks.html',
    parts: 1,
    links: 2,
    folders: 0,
    memberships: 0,
  });
  expect(await person.call('/imports/icons/', { import_id })).toMatchObject(busy);
  await person.ask('/imports/part/', {
    import_id,
    part: 0,
    folders: [],
    links: ['/one', '/two'].map((path) => ({ url: `${origin}${path}`, name: path, folders: [] })),
  });
  await person.ask('/imports/run/', { import_id });
  const action = firestore.doc(`users/${person.uid}/actions/${import_id}`);
  await expect.poll(async () => (await action.get()).get('state'), DEADLINE).toBe('done');
  expect(web.requests).toEqual([]);

  expect(await person.ask('/imports/icons/', { import_id })).toEqual({ state: 'done', received: [0] });
  await person.ask('/imports/icons/', { import_id });
  await expect
    .poll(async () => (await action.get()).get('import.icons'), DEADLINE)
    .toEqual({ domains: 1, done: 1 });
  expect(web.requests).toEqual(['127.0.0.1/one', '127.0.0.1/icon.png']);
  const [key, ...others] = Object.values(await iconsOf(person));
  expect(others).toEqual([key]);
  expect(key).toMatch(/^dev\/uploads\/favicons\//);
  expect(await person.ask('/links/list/', {})).toMatchObject([{ name: '/one' }, { name: '/two' }]);

  const other = { action_id: crypto.randomUUID(), state: 'done', import: {}, updated_at: new Date() };
  await action.parent.doc(other.action_id).set(other);
  await action.update({ 'import.icons.next': { list: 0, entry: 0 } });
  expect(await person.call('/imports/icons/', { import_id: other.action_id })).toMatchObject({
    status: 409,
    body: { code: 'iconsBusy', primary_error: FAILURES.iconsBusy.primary_error },
  });
  await action.update({ 'import.icons': { domains: 1, done: 1 } });
  await person.ask('/imports/icons/', { import_id: other.action_id });

  await expect.poll(async () => statusOf(String(key)), DEADLINE).toBe(200);

  const deletion = firestore.doc(`image_deletions/${createHash('sha256').update(String(key)).digest('hex')}`);
  const deleteLink = async (link_id: number) => {
    await person.ask('/links/update/', { link_id, status_id: 2 });
    await person.ask('/links/delete/', { link_id });
  };
  await deleteLink(1);
  await expect.poll(async () => (await deletion.get()).exists, DEADLINE).toBe(false);
  expect(await statusOf(String(key))).toBe(200);
  await deleteLink(2);
  await expect.poll(async () => (await deletion.get()).get('state'), DEADLINE).toBe('done');
  expect(await statusOf(String(key))).not.toBe(200);

  const missing = {
    status: 404,
    body: { code: 'noSuchAction', primary_error: FAILURES.noSuchAction.primary_error },
  };
  expect(await person.call('/imports/icons/', { import_id: 'no-such-import' })).toMatchObject(missing);
});
