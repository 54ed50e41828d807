import { createHash } from 'node:crypto';

import type { DemoFolder, DemoLibrary, DemoLink } from './library.ts';

const BEGIN = Date.UTC(2015, 8, 12);
const END = Date.UTC(2026, 10, 15);
const MINUTE = 60_000;
const HEX_DIGITS = 12;

interface Dated {
  readonly addedAt: Date;
}

export interface DatedLibrary {
  readonly openedAt: Date;
  readonly folders: readonly (DemoFolder & Dated)[];
  readonly links: readonly (DemoLink & Dated)[];
}

/** Adds dates, which are the same at each run. A hash of its url dates a link. A folder is older than everything in it. */
export function withDates({ folders, links }: DemoLibrary): DatedLibrary {
  const datedLinks = links.map((link) => ({ ...link, addedAt: dateOf(link.url) }));
  const times = folders.map(() => END);
  for (const { addedAt, folders: parents } of datedLinks) {
    for (const index of parents) makeOlder(times, index, addedAt.getTime());
  }
  // Goes backwards, because a parent comes before its sub-folders in the list.
  for (const [index, { parent }] of [...folders.entries()].toReversed()) {
    if (parent !== null) makeOlder(times, parent, times[index] ?? END);
  }
  return {
    openedAt: new Date(BEGIN),
    folders: folders.map((folder, index) => ({ ...folder, addedAt: new Date(times[index] ?? END) })),
    links: datedLinks,
  };
}

function makeOlder(times: number[], index: number, than: number): void {
  times[index] = Math.min(times[index] ?? END, than - MINUTE);
}

/** Recent dates are more frequent than old ones. */
function dateOf(url: string): Date {
  const hash = createHash('sha256').update(url).digest('hex').slice(0, HEX_DIGITS);
  const share = Number.parseInt(hash, 16) / 16 ** HEX_DIGITS;
  // Links start a day after the account, so that no folder is older than the account.
  const begin = BEGIN + 24 * 60 * MINUTE;
  return new Date(Math.floor(begin + Math.sqrt(share) * (END - begin)));
}
