import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { silentLog, type Log } from '#firestore/log/log.ts';
import { FileJournal, type FileJournalOptions } from '#firestore/store/journal/file-journal.ts';
import { JournalledDocuments, newJournalCodec, numbered } from '#firestore/testing/journalled-documents.ts';

const LOG = 'log-0000000001';
const codec = newJournalCodec();
let directory: string;
let warnings: string[];

const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) };

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'firestore-recovery-'));
  warnings = [];
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

type Files = Record<string, Buffer>;

async function writeFiles(folder: string, files: Files): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
}

async function filesIn(folder: string): Promise<Files> {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}

/** Returns the files of a journal with these commits. */
async function filesOf(count: number, options: Partial<FileJournalOptions> = {}): Promise<Files> {
  const folder = join(directory, 'source');
  const state = new JournalledDocuments();
  const journal = new FileJournal({ directory: folder, codec, log, ...options });
  await journal.open(state);
  for (let second = 1; second <= count; second += 1) {
    const record = numbered(second, `c/${second}`);
    await journal.append(record);
    state.apply(record);
  }
  await journal.close();
  const files = await filesIn(folder);
  await rm(folder, { recursive: true });
  return files;
}

async function recover(
  folder: string,
  options: Partial<FileJournalOptions> = {},
): Promise<JournalledDocuments> {
  const state = new JournalledDocuments();
  const journal = new FileJournal({ directory: folder, codec, log, ...options });
  await journal.open(state);
  await journal.close();
  return state;
}

function logIn(files: Files): Buffer {
  return files[LOG] ?? Buffer.alloc(0);
}

test('a log that is truncated at any byte recovers every complete record and accepts new ones', async () => {
  const bytes = logIn(await filesOf(2));
  const record = (bytes.length - 8) / 2;
  const folder = join(directory, 'cut');
  // Use larger steps within the first record, since each length takes thirty file operations.
  for (let length = 8; length <= bytes.length; length += length > 20 && length < record ? 7 : 1) {
    warnings = [];
    await writeFiles(folder, { [LOG]: bytes.subarray(0, length), lock: Buffer.from('999999999 1\n') });
    const journal = new FileJournal({ directory: folder, codec, log });
    const state = new JournalledDocuments();
    await journal.open(state);
    await journal.append(numbered(9, 'c/new'));
    await journal.close();
    const whole = Math.max(0, Math.floor((length - 8) / record));
    expect(state.replayed).toBe(whole);
    expect(warnings).toHaveLength(length === 8 + whole * record ? 0 : 1);
    expect(Object.keys((await recover(folder)).numbers())).toStrictEqual(
      ['c/1', 'c/2'].slice(0, whole).concat('c/new'),
    );
  }
});

test('an emptied log is refused, not treated as new, and no file changes', async () => {
  const folder = join(directory, 'emptied');
  for (const left of [Buffer.alloc(0), Buffer.alloc(5000), logIn(await filesOf(1)).subarray(0, 7)]) {
    await writeFiles(folder, { [LOG]: left });
    await expect(recover(folder)).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: expect.stringMatching(
        /log-0000000001 is damaged at byte 0: it .+--repair.+delete the directory/su,
      ),
    });
    expect(await filesIn(folder)).toStrictEqual({ [LOG]: left });
  }
});

test('an emptied log after a snapshot is refused, too', async () => {
  const files = await filesOf(40, { snapshotAfterBytes: 500 });
  const last = Object.keys(files).findLast((name) => name.startsWith('log-')) ?? '';
  const folder = join(directory, 'emptied');
  await writeFiles(folder, { ...files, [last]: Buffer.alloc(0) });
  await expect(recover(folder)).rejects.toThrow(/damaged at byte 0: it has been emptied/u);
});

test('a process that is killed while it creates its first log leaves a valid directory', async () => {
  const folder = join(directory, 'begun');
  for (const length of [0, 5, 8]) {
    await writeFiles(folder, { [`${LOG}.tmp`]: Buffer.from('FMJLOG1\n').subarray(0, length) });
    expect((await recover(folder)).replayed).toBe(0);
    expect(Object.keys(await filesIn(folder))).toStrictEqual([LOG]);
    expect((await recover(folder)).replayed).toBe(0);
  }
  expect(warnings).toStrictEqual([]);
});

test('a repair creates an emptied log again', async () => {
  const folder = join(directory, 'emptied');
  await writeFiles(folder, { [LOG]: Buffer.alloc(0), 'log-0000000003': Buffer.alloc(0) });
  expect((await recover(folder, { repair: true })).replayed).toBe(0);
  expect((await recover(folder)).replayed).toBe(0);
});

test('zeros at the end, as after a power failure, are not damage', async () => {
  const folder = join(directory, 'zeros');
  await writeFiles(folder, { [LOG]: Buffer.concat([logIn(await filesOf(2)), Buffer.alloc(5000)]) });
  expect((await recover(folder)).replayed).toBe(2);
  expect(warnings).toHaveLength(1);
});

test('any altered byte is refused with file, offset and advice, and no file changes', async () => {
  const bytes = logIn(await filesOf(4));
  const folder = join(directory, 'altered');
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: bytes.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] ?? 0) ^ change;
        const files = { [LOG]: altered, 'snapshot-0000000001.tmp': Buffer.from('unfinished') };
        await writeFiles(folder, files);
        await expect(recover(folder)).rejects.toMatchObject({
          status: 'FAILED_PRECONDITION',
          message: expect.stringMatching(
            /log-0000000001 is damaged at byte \d+: .+Nothing has been changed.+--repair.+--import/su,
          ),
        });
        expect(await filesIn(folder)).toStrictEqual(files);
      },
    ),
    {
      examples: [
        [0, 1],
        [8, 0x80],
        [11, 0xff],
        [bytes.length - 1, 1],
      ],
      numRuns: 150,
    },
  );
});

test('a repair keeps the records before the damage, and a copy of each damaged file', async () => {
  const bytes = logIn(await filesOf(4));
  const altered = Buffer.from(bytes);
  const record = (bytes.length - 8) / 4;
  altered[8 + record * 2 + 20] = 0xff;
  const folder = join(directory, 'repaired');
  await writeFiles(folder, { [LOG]: altered, 'log-0000000002': bytes });
  expect((await recover(folder, { repair: true })).numbers()).toStrictEqual({ 'c/1': 1n, 'c/2': 2n });
  const left = await filesIn(folder);
  expect(Object.entries(left).map(([name, kept]) => [name.replace(/\d+$/u, ''), kept])).toStrictEqual([
    ['log-', bytes.subarray(0, 8 + record * 2)],
    ['log-0000000001.damaged-', altered],
    ['log-0000000002.damaged-', bytes],
  ]);
  expect((await recover(folder)).replayed).toBe(2);
});

test('a missing log between others is refused', async () => {
  const bytes = logIn(await filesOf(1));
  const folder = join(directory, 'gap');
  await writeFiles(folder, { [LOG]: bytes, 'log-0000000003': bytes });
  await expect(recover(folder)).rejects.toThrow(/log-0000000002 is damaged at byte 0: it is missing/u);
});

test('a snapshot without its log is refused, and so is an incomplete snapshot without the older logs', async () => {
  const files = await filesOf(40, { snapshotAfterBytes: 500 });
  const snapshot = Object.keys(files).find((name) => name.startsWith('snapshot-')) ?? '';
  const whole = files[snapshot] ?? Buffer.alloc(0);
  const folder = join(directory, 'snapshot');
  await writeFiles(folder, files);
  expect(Object.keys((await recover(folder)).numbers())).toHaveLength(40);

  await writeFiles(folder, { [snapshot]: whole });
  await expect(recover(folder)).rejects.toThrow(/log-\d+ is damaged at byte 0: it is missing/u);
  for (const length of [0, 7, 30, whole.length - 1]) {
    await writeFiles(folder, { ...files, [snapshot]: whole.subarray(0, length) });
    await expect(recover(folder)).rejects.toThrow(
      /snapshot-\d+ is damaged at byte \d+: (?:it ends too early|it has been emptied|it does not start).+ Then delete the directory/u,
    );
  }
});

test('an incomplete snapshot is removed, and a complete one is used even if its old logs still exist', async () => {
  const early = await filesOf(3);
  const folder = join(directory, 'both');
  const state = new JournalledDocuments();
  await writeFiles(folder, early);
  const journal = new FileJournal({ directory: folder, codec, log, snapshotAfterBytes: 1 });
  await journal.open(state);
  await journal.append(numbered(4, 'c/4'));
  await journal.close();
  const late = await filesIn(folder);
  await writeFiles(folder, { ...early, ...late, 'snapshot-0000000009.tmp': Buffer.from('half') });
  expect((await recover(folder)).numbers()).toMatchObject({ 'c/1': 1n, 'c/3': 3n });
  expect(Object.keys(await filesIn(folder))).toStrictEqual(Object.keys(late));
});
