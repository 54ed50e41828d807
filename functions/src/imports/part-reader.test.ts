import { expect, test } from 'vitest';

import { PartMissing, readParts } from '#functions/imports/part-reader.ts';
import { noLibrary, noTransaction } from '#functions/testing/no-services.ts';

/** An import of `count` parts without links. */
function stored(count: number) {
  const { imports } = noTransaction({});
  const batches: number[][] = [];
  const library = noLibrary({
    transaction: async (work) => {
      const read: number[] = [];
      batches.push(read);
      const part = async (_id: string, number: number) => {
        read.push(number);
        if (number >= count) return null;
        return {
          digest: '',
          content: JSON.stringify({ folders: [], links: [] }),
          expire_at: { seconds: 0, nanoseconds: 0, toDate: () => new Date(0), toMillis: () => 0 },
          link_ids: [number],
        };
      };
      return work(noTransaction({ imports: { ...imports, part } }));
    },
  });
  return { library, batches };
}

function places(count: number) {
  return Array.from({ length: count }, (_, part) => ({ part }));
}

test('parts are read ten at a time, in their order', async () => {
  const { library, batches } = stored(23);
  const ids: number[] = [];
  for await (const [{ part }, { link_ids }] of readParts(library, 'the-import', places(23))) {
    expect(link_ids).toEqual([part]);
    ids.push(part);
  }
  expect(ids).toEqual(places(23).map(({ part }) => part));
  expect(batches.map(({ length }) => length)).toEqual([10, 10, 3]);
});

test('a missing part ends the reading', async () => {
  const { library } = stored(11);
  const read: number[] = [];
  const readAll = async () => {
    for await (const [{ part }] of readParts(library, 'the-import', places(12))) read.push(part);
  };
  await expect(readAll()).rejects.toThrow(PartMissing);
  expect(read).toHaveLength(10);
});
