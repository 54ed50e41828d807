import type { StoredAction } from '@foldmark/contract/stored';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';

import { fetchImportIcons } from '#functions/operations/import-icons.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

const IMPORT = 'the-import';
const FIRST = { uid: 'u1', action_id: IMPORT, state: 'icons', list: -1, entry: 0 };
const PROGRESS = { links: 3, handled: 3, created: 2, filled: 0, folders_created: 0, received: [0] };

async function put(memory: MemoryLibrary, fields: Partial<StoredAction> = {}): Promise<MemoryLibrary> {
  await memory.library.transaction(async (transaction) => {
    const counts = { changed: 2, skipped: 0, left_alone: [], left_alone_count: 0 };
    const done = { action_id: IMPORT, label: 'a', device: '', state: 'done' as const, parts: 1, made: [0] };
    transaction.putAction({ ...done, ...counts, import: PROGRESS, ...fields }, null);
  });
  return memory;
}

/** Requests the icons. Returns the answer and the queued steps, each with the number of links that the caller pays for. */
async function ask({ library }: MemoryLibrary) {
  const queued: unknown[] = [];
  const fetchIconLater = async (...task: unknown[]) => void queued.push(task);
  const input = { import_id: IMPORT };
  return { answer: await callOperation(fetchImportIcons, library, input, { fetchIconLater }), queued };
}

/** An import whose icons are being fetched. */
function fetching(list: number): Partial<StoredAction> {
  return { import: { ...PROGRESS, icons: { domains: 2, done: 0, next: { list, entry: 0 } } } };
}

describe('a request for the icons of an import', () => {
  test('marks the import and queues the task that collects its sites', async () => {
    const memory = await put(new MemoryLibrary());
    expect(await ask(memory)).toEqual({ answer: { state: 'done', received: [0] }, queued: [[FIRST, 2]] });
    expect(memory.action(IMPORT)).toMatchObject({
      import: { icons: { domains: 0, done: 0, next: { list: -1, entry: 0 } } },
    });
  });

  test.each<[string, Partial<StoredAction>, number]>([
    ['queues the first task again if no site is collected yet', fetching(-1), 1],
    ['queues nothing if the job has begun with a site', fetching(0), 0],
    ['queues nothing for an import that is undone', { state: 'undone' }, 0],
    ['queues nothing for an import that created no link', { import: { ...PROGRESS, created: 0 } }, 0],
  ])('%s', async (_, fields, tasks) => {
    expect((await ask(await put(new MemoryLibrary(), fields))).queued).toHaveLength(tasks);
  });

  test.each<[string, Partial<StoredAction> | null, string]>([
    ['of an unknown import', null, 'noSuchAction'],
    ['of an action that is no import', { import: undefined }, 'noSuchAction'],
    ['of an import that has expired', { expire_at: Timestamp.fromMillis(-1) }, 'noSuchAction'],
    ['of an import that runs', { state: 'importing' }, 'actionBusy'],
  ])('%s fails', async (_, fields, code) => {
    const memory = new MemoryLibrary();
    if (fields !== null) await put(memory, fields);
    await expect(ask(memory)).rejects.toMatchObject({ code });
  });

  test('fails while the icons of another import are fetched, and not after that', async () => {
    const memory = await put(new MemoryLibrary());
    await put(memory, { action_id: 'another' });
    await callOperation(
      fetchImportIcons,
      memory.library,
      { import_id: 'another' },
      { fetchIconLater: async () => undefined },
    );
    await expect(ask(memory)).rejects.toMatchObject({ code: 'iconsBusy' });
    await put(memory, { action_id: 'another' });
    expect((await ask(memory)).queued).toHaveLength(1);
  });
});
