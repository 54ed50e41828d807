import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { PartMissing, readParts } from '#functions/imports/part-reader.ts';
import { ImportDocuments } from '#functions/store/import-documents.ts';
import { NO_DOCUMENTS, noLibrary, noTransaction } from '#functions/testing/no-services.ts';

/** An import of `count` parts without links. */
function stored(count: number) {
  const batches: number[][] = [];
  const library = noLibrary({
    transaction: async (work) => {
      const read: number[] = [];
      batches.push(read);
      const imports = new ImportDocuments({
        ...NO_DOCUMENTS,
        read: async (path, schema) => {
          const number = Number(path.split('.').at(-1));
          read.push(number);
          const content = JSON.stringify({ folders: [], links: [] });
          return number < count ? z.parse(schema, { digest: '', content, link_ids: [number + 1] }) : null;
        },
      });
      return work(noTransaction({ imports }));
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
    expect(link_ids).toEqual([part + 1]);
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
