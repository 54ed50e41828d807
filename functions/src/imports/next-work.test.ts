import type { ImportLink } from '@foldmark/contract/imports';
import { expect, test } from 'vitest';

import { nextWork, type Planned } from '#functions/imports/next-work.ts';

const LINK: ImportLink = { url: 'mailto:a', name: 'A', note: '', folders: [0] };
const CONTINUED: ImportLink = { ...LINK, continues: true };

/**
 * Takes the last entry of an import that has one entry in each part. Returns its reserved id and the number of parts that were
 * read.
 */
async function lastOf(entries: readonly ImportLink[]) {
  const plan: Planned = {
    digest: '',
    announced: { links: entries.length, folders: 0, memberships: entries.length },
    target_folder_id: 0,
    part_counts: entries.map((_, part) => ({ part, links: 1, folders: 0, memberships: 1, above: -1 })),
    reserved: { link: 1000, folder: 1, folder_link: 1 },
    folder_ids: [1],
  };
  const read = new Set<number>();
  const parts = {
    read: async (part: number) => {
      read.add(part);
      return { folders: [], links: entries.slice(part, part + 1), link_ids: [7], distinct_ids: [] };
    },
  };
  const { links } = await nextWork(plan, parts, { folders: 0, links: entries.length - 1, members: 0 }, 10);
  return { reserved: links[0]?.reserved, parts: read.size };
}

function continued(times: number): ImportLink[] {
  return Array.from({ length: times }, () => CONTINUED);
}

test('a link in 20,000 folders has the reserved id of its first entry, in each of its 41 entries', async () => {
  for (const times of [0, 1, 39, 40]) {
    expect(await lastOf([LINK, ...continued(times)])).toMatchObject({ reserved: 1000 });
    expect(await lastOf([LINK, LINK, LINK, ...continued(times)])).toMatchObject({ reserved: 1002 });
  }
});

test('a hostile import that continues a link endlessly costs no more, and gets the id of no other link', async () => {
  const { reserved, parts } = await lastOf([LINK, ...continued(2000)]);
  expect(parts).toBeLessThan(50);
  expect(reserved).toBeGreaterThan(1000);
});
