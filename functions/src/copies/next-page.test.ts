import type { LibraryChanges } from '@foldmark/contract/answers';
import { chunkOf, mergeChunk, rowOf } from '@foldmark/contract/library-chunks';
import { LibraryCopy } from '@foldmark/contract/client/library-copy';
import { LATE_COMMIT_MS, REPLICA_MAX_AGE_DAYS, TOMBSTONE_DAYS } from '@foldmark/contract/limits';
import type { LibraryChunk } from '@foldmark/contract/snapshot';
import { newLink } from '@foldmark/library/entities/new-link';
import type { DocumentVersion, Micros } from '@foldmark/library/entities/records';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { cursorText, readCursor } from '#functions/copies/cursor.ts';
import { nextPage } from '#functions/copies/next-page.ts';
import type { CopySource } from '#functions/store/copy-source.ts';
import type { StoredSnapshot } from '#functions/store/read-library.ts';

type LinkVersion = DocumentVersion<'links'> & { readonly visibleAt: Micros };

const MINUTE = 60_000_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 0, 1) * 1000;
const LIMITS = { documents: 8, bytes: 2000 };

/** The links of one library on a server where a commit becomes visible some time after its timestamp. */
class Server implements CopySource {
  now: Micros = START;
  reads = 0;
  #written: LinkVersion[] = [];
  #snapshot: StoredSnapshot | null = null;

  write(link_id: number, name: string | null, late: Micros): void {
    const at = this.now;
    const record =
      name === null
        ? null
        : {
            ...newLink(link_id, `https://${link_id}.invalid/`),
            name,
            created_at: at,
            updated_at: at,
          };
    // The commits of one document wait for each other.
    const earlier = this.#written.filter(({ id }) => id === String(link_id)).map((one) => one.visibleAt);
    this.#written.push({ id: String(link_id), at, record, visibleAt: Math.max(at + late, ...earlier) });
  }

  visible(): readonly LinkVersion[] {
    const newest = new Map<string, LinkVersion>();
    for (const one of this.#written) if (one.visibleAt <= this.now) newest.set(one.id, one);
    const isPurged = ({ record, at }: LinkVersion) => record === null && this.now - at > TOMBSTONE_DAYS * DAY;
    return [...newest.values()]
      .filter((one) => !isPurged(one))
      .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  }

  live(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.visible().flatMap(({ id, record }) => (record ? [[id, record.name]] : [])),
    );
  }

  async newer(collection: string, after: { at: Micros; id: string }, limit: number) {
    const documents = (collection === 'links' ? this.visible() : [])
      .filter(({ at, id }) => at > after.at || (after.id !== '' && at === after.at && id > after.id))
      .slice(0, limit)
      .map((one) => ({ id: one.id, at: one.at, row: rowOf('links', one) }));
    this.reads += Math.max(1, documents.length);
    return { documents, readAt: this.now };
  }

  async snapshot(): Promise<StoredSnapshot | null> {
    this.reads += 1;
    const isOld = this.#snapshot !== null && this.now - this.#snapshot.at > REPLICA_MAX_AGE_DAYS * DAY;
    return isOld ? null : this.#snapshot;
  }

  takeSnapshot(): void {
    const chunks = new Map<number, string>();
    for (const one of this.visible()) {
      const number = chunkOf(one.id);
      chunks.set(number, mergeChunk('links', chunks.get(number), [one], Number.MAX_SAFE_INTEGER));
    }
    this.#snapshot = {
      at: this.now,
      chunks: [...chunks].map(([number, text]): LibraryChunk => ({ collection: 'links', number, text })),
      starts: new Map([['links', this.now - LATE_COMMIT_MS * 1000]]),
    };
  }

  dropSnapshot(): void {
    this.#snapshot = null;
  }

  /** Answers a call as the operation does. `between` passes after each page. */
  readonly answer =
    (between: Micros = 0) =>
    async ({ since }: { readonly since?: string }): Promise<LibraryChanges> => {
      const cursor = since === undefined ? null : readCursor(since);
      const page = await nextPage(cursor, this, this.now, LIMITS);
      this.now += between;
      const columns = { links: [], folders: [], folder_links: [], favorites: [] };
      return {
        restart: page.restart,
        columns,
        rows: page.rows,
        since: cursorText(page.cursor),
        more: page.more,
      };
    };
}

function named(copy: LibraryCopy): Readonly<Record<string, string>> {
  return Object.fromEntries([...copy.versions.links].map(([id, { record }]) => [id, record?.name ?? '']));
}

const minutes = (max: number) => fc.integer({ min: 0, max: max * 60 }).map((seconds) => seconds * 1_000_000);
/** The gap keeps the writes of five minutes within a page. */
const gap = fc.integer({ min: 45, max: 900 }).map((seconds) => seconds * 1_000_000);
const write = fc.record({
  kind: fc.constant('write' as const),
  id: fc.integer({ min: 1, max: 600 }),
  isLive: fc.boolean(),
  late: minutes(5),
  gap,
});
const step = fc.oneof(
  { weight: 6, arbitrary: write },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pull' as const), between: minutes(20) }) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'snapshot' } as const, { kind: 'drop' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sleep' as const), days: fc.integer({ min: 1, max: 30 }) }),
  },
);

test('after any history, a copy equals the library, however late commits became visible', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const server = new Server();
      const copy = new LibraryCopy();
      for (let id = 1; id <= 40; id += 1) {
        server.write(id, 'first', 0);
        server.now += MINUTE;
      }
      for (const [index, one] of steps.entries()) {
        if (one.kind === 'write') {
          server.write(one.id, one.isLive ? `name ${index}` : null, one.late);
          server.now += one.gap;
        } else if (one.kind === 'pull') await copy.pull(server.answer(one.between));
        else if (one.kind === 'snapshot') server.takeSnapshot();
        else if (one.kind === 'sleep') server.now += one.days * DAY;
        else server.dropSnapshot();
      }
      server.now += 10 * MINUTE;
      await copy.pull(server.answer());
      expect(named(copy)).toEqual(server.live());
    }),
    { numRuns: 300 },
  );
});

test('a pull without news reads each collection once, and pages are short', async () => {
  const server = new Server();
  for (let id = 1; id <= 100; id += 1) server.write(id, 'a'.repeat(300), 0);
  server.takeSnapshot();
  server.now += DAY;
  const copy = new LibraryCopy();
  const lengths: number[] = [];
  await copy.pull(async (input) => {
    const answer = await server.answer()(input);
    lengths.push(JSON.stringify(answer.rows).length);
    return answer;
  });
  expect(named(copy)).toEqual(server.live());
  expect(Math.max(...lengths)).toBeLessThan(LIMITS.bytes + 100);
  server.reads = 0;
  expect(await copy.pull(server.answer())).toMatchObject({ isWhole: false });
  expect(server.reads).toBe(4);
});

test('a copy that slept for more than 25 days starts again, and forgets what was deleted meanwhile', async () => {
  const server = new Server();
  server.write(1, 'kept', 0);
  server.write(2, 'deleted', 0);
  const copy = new LibraryCopy();
  await copy.pull(server.answer());
  const since = copy.since;
  server.now += 26 * DAY;
  const other = new Server();
  other.write(1, 'kept', 0);
  other.now = server.now;
  expect(await copy.pull(other.answer())).toMatchObject({ isWhole: true });
  expect(named(copy)).toEqual({ 1: 'kept' });
  expect(copy.since).not.toBe(since);
});

test('a copy whose call fails stays as it is', async () => {
  const server = new Server();
  for (let id = 1; id <= 30; id += 1) server.write(id, 'first', 0);
  const copy = new LibraryCopy();
  let calls = 0;
  const pull = copy.pull(async (input) => {
    calls += 1;
    if (calls === 3) throw new Error('The network is gone.');
    return server.answer()(input);
  });
  await expect(pull).rejects.toThrow('The network is gone.');
  expect([copy.since, copy.versions.links.size]).toEqual([null, 0]);
});

test.each(['', 'x', 'bnVsbA', Buffer.from('[2]').toString('base64url'), '%00'])(
  'the text %j is no cursor',
  (text) => {
    expect(() => readCursor(text)).toThrow(expect.objectContaining({ code: 'badCursor' }));
  },
);
