import type { ParsedInput } from '@foldmark/contract/endpoints';
import { importPlanPath } from '@foldmark/contract/firestore-paths';
import type { StoredAction } from '@foldmark/contract/stored';
import { describe, expect, test } from 'vitest';

import { runImport, startImport, stopImport, storeImportPart } from '#functions/operations/imports.ts';
import type { Step } from '#functions/store/steps.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';
import { noSnapshots } from '#functions/testing/no-services.ts';

const IMPORT = 'the-import';
const NOW = new Date('2026-01-01T00:00:00Z');
const START = {
  import_id: IMPORT,
  label: 'Import of a file',
  target_folder_id: 0,
  parts: 2,
  links: 2,
  folders: 2,
  memberships: 1,
};
const LINK = { url: 'mailto:a', name: 'A', note: '', folders: [] };
const FOLDER = { name: 'a', parent: -1 };
const FIRST = { import_id: IMPORT, part: 0, folders: [FOLDER], links: [LINK] };
const SECOND = {
  ...FIRST,
  part: 1,
  folders: [{ ...FOLDER, parent: 0 }],
  links: [{ ...LINK, folders: [1] }],
};
type Part = ParsedInput<'/imports/part/'>;

const start = async ({ library }: MemoryLibrary, more: Partial<typeof START> = {}) =>
  callOperation(startImport, library, { ...START, ...more });
const store = async ({ library }: MemoryLibrary, part: Part) => callOperation(storeImportPart, library, part);

/** Runs or stops an import. Returns the answer and the queued steps. */
async function call(memory: MemoryLibrary, operation: typeof runImport | typeof stopImport, id = IMPORT) {
  const queued: Step[] = [];
  const answer = await callOperation(
    operation,
    memory.library,
    { import_id: id },
    { doStepLater: async (step) => void queued.push(step) },
  );
  return { answer, queued };
}

/** An import whose parts have arrived. */
async function sent(memory = new MemoryLibrary(), import_id = IMPORT): Promise<MemoryLibrary> {
  await start(memory, { import_id });
  for (const part of [FIRST, SECOND]) await store(memory, { ...part, import_id });
  return memory;
}

async function change(memory: MemoryLibrary, fields: Partial<StoredAction>): Promise<void> {
  await memory.library.transaction(async (transaction) => {
    const action = await transaction.action(IMPORT);
    if (action !== null) transaction.putAction({ ...action, ...fields }, action);
  });
}

function firstStep(action_id = IMPORT) {
  return { uid: 'u1', action_id, part: 0, state: 'importing' };
}

describe('the announcement of an import', () => {
  test('shows the import in the history, and a repeat answers the parts that have arrived', async () => {
    const memory = new MemoryLibrary();
    expect(await start(memory)).toEqual({ state: 'receiving', received: [] });
    expect(memory.action(IMPORT)).toMatchObject({ label: START.label, parts: 2, import: { links: 2 } });
    await store(memory, SECOND);
    expect(await start(memory)).toEqual({ state: 'receiving', received: [1] });
  });

  test.each([
    ['into a folder that is gone', { target_folder_id: 9 }, 'noSuchFolder'],
    ['into a folder in the trash', { target_folder_id: 2 }, 'noSuchFolder'],
    ['with the id of another import', { links: 3 }, 'keyReused'],
  ])('%s is refused', async (_, more, code) => {
    const memory = new MemoryLibrary().addFolder({ folder_id: 2, status_id: 2 });
    if (code === 'keyReused') await start(memory);
    await expect(start(memory, more)).rejects.toMatchObject({ code });
  });

  test('without a profile is refused', async () => {
    await expect(start(new MemoryLibrary().withoutProfile())).rejects.toMatchObject({ code: 'noProfile' });
  });
});

describe('a part of an import', () => {
  test('is stored once, and the answer lists the arrived parts in order', async () => {
    const memory = new MemoryLibrary();
    await start(memory);
    await store(memory, SECOND);
    expect(await store(memory, FIRST)).toEqual({ state: 'receiving', received: [0, 1] });
    expect(await store(memory, FIRST)).toEqual({ state: 'receiving', received: [0, 1] });
    expect(memory.document(importPlanPath('u1', IMPORT))).toMatchObject({
      part_counts: [{ part: 1 }, { part: 0 }],
    });
  });

  test.each<[string, Partial<Part>, object]>([
    ['of an unknown import', { import_id: 'another' }, { code: 'noSuchAction' }],
    ['with other content than before', { part: 1, links: [] }, { code: 'keyReused' }],
    ['that is too large', { links: [{ ...LINK, note: 'a'.repeat(700_000) }] }, { code: 'importTooLarge' }],
    ['beyond the last one', { part: 2 }, { errors: ['The import has 2 parts.'] }],
    [
      'with more links than announced',
      { links: [LINK, LINK] },
      { errors: ['The parts have more links than the 2 that were announced.'] },
    ],
    [
      'that names a folder beyond the announced ones',
      { folders: [], links: [{ ...LINK, folders: [2] }] },
      { errors: ['The import has 2 folders, but an entry names another one.'] },
    ],
  ])('%s is refused', async (_, more, failure) => {
    const memory = new MemoryLibrary();
    await start(memory);
    await store(memory, SECOND);
    await expect(store(memory, { ...FIRST, ...more })).rejects.toMatchObject(failure);
    expect(memory.action(IMPORT)).toMatchObject({ import: { received: [1] } });
  });

  test('is refused after the import has begun', async () => {
    const memory = new MemoryLibrary();
    await start(memory);
    await change(memory, { state: 'importing' });
    await expect(store(memory, FIRST)).rejects.toMatchObject({ code: 'importBegun' });
  });
});

describe('the begin of an import', () => {
  test('reserves ids for everything that is announced, and queues the first step', async () => {
    const memory = await sent(new MemoryLibrary().addLink({ link_id: 7 }));
    const begun = { answer: { state: 'importing', received: [0, 1] }, queued: [firstStep()] };
    expect(await call(memory, runImport)).toEqual(begun);
    const reserved = { link: 8, folder: 1, folder_link: 1 };
    expect(memory.document(importPlanPath('u1', IMPORT))).toMatchObject({ reserved });
    const next = await memory.library.transaction(async ({ counters }) =>
      Promise.all([counters.allocateId('link'), counters.allocateId('folder_link')]),
    );
    expect(next).toEqual([10, 4]);
  });

  test('waits while another import runs, and fails if twenty others wait', async () => {
    const memory = await sent();
    await call(memory, runImport);
    for (let other = 0; other < 20; other += 1) {
      await sent(memory, `import-${other}`);
      const waiting = { answer: { state: 'waiting' }, queued: [] };
      expect(await call(memory, runImport, `import-${other}`)).toMatchObject(waiting);
    }
    await sent(memory, 'one-more');
    await expect(call(memory, runImport, 'one-more')).rejects.toMatchObject({ code: 'busy' });
  });

  test('fails before the last part has arrived', async () => {
    const memory = new MemoryLibrary();
    await start(memory);
    await store(memory, FIRST);
    await expect(call(memory, runImport)).rejects.toMatchObject({ code: 'importIncomplete' });
  });

  test('fails if a folder comes before its parent', async () => {
    const memory = new MemoryLibrary();
    await start(memory);
    await store(memory, { ...FIRST, folders: [{ ...FOLDER, parent: 1 }] });
    await store(memory, SECOND);
    await expect(call(memory, runImport)).rejects.toMatchObject({
      errors: ['In part 0, a folder comes before its parent.'],
    });
  });

  test('queues the first step again on a repeat after five seconds, but only once', async () => {
    const memory = await sent();
    await call(memory, runImport);
    expect(await call(memory, runImport)).toMatchObject({ queued: [] });
    memory.at(new Date(NOW.getTime() + 6000));
    expect(await call(memory, runImport)).toMatchObject({ queued: [firstStep()] });
    expect(await call(memory, runImport)).toMatchObject({ queued: [] });
  });
});

describe('the stop of an import', () => {
  test('keeps the imported links, and begins the import that waits', async () => {
    const memory = await sent();
    await sent(memory, 'another');
    await call(memory, runImport);
    await call(memory, runImport, 'another');
    const stopped = { answer: { state: 'done' }, queued: [firstStep('another')] };
    expect(await call(memory, stopImport)).toMatchObject(stopped);
    expect(memory.action(IMPORT)).toMatchObject({ state: 'done', import: { stopped: true } });
    expect(memory.action('another')).toMatchObject({ state: 'importing', next_part: 0 });
  });

  test('that has changed links asks for a snapshot', async () => {
    const memory = await sent();
    await change(memory, { changed: 1 });
    const asked: string[] = [];
    const ask = async ({ why }: { readonly why: string }) => {
      asked.push(why);
      return 'later' as const;
    };
    const snapshots = async () => noSnapshots({ ask });
    await callOperation(stopImport, memory.library, { import_id: IMPORT }, { snapshots });
    expect(asked).toEqual(['changed']);
  });

  test('changes nothing of an import that is done', async () => {
    const memory = await sent();
    await change(memory, { state: 'done' });
    expect(await call(memory, stopImport)).toEqual({
      answer: { state: 'done', received: [0, 1] },
      queued: [],
    });
    expect(memory.action(IMPORT)?.import).not.toHaveProperty('stopped');
  });

  test('of an action that is no import fails', async () => {
    await expect(call(new MemoryLibrary(), stopImport)).rejects.toMatchObject({ code: 'noSuchAction' });
  });
});
