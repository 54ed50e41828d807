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

/** Gives a library a past, the same at each run: a link's moment comes from its url, and a folder is older than all in it. */
export function withPast({ folders, links }: DemoLibrary): DatedLibrary {
  const datedLinks = links.map((link) => ({ ...link, addedAt: momentOf(link.url) }));
  const times = folders.map(() => END);
  for (const { addedAt, folders: places } of datedLinks) {
    for (const place of places) older(times, place, addedAt.getTime());
  }
  // A parent stands before its sub-folders.
  for (const [place, { parent }] of [...folders.entries()].toReversed()) {
    if (parent !== null) older(times, parent, times[place] ?? END);
  }
  return {
    openedAt: new Date(BEGIN),
    folders: folders.map((folder, place) => ({ ...folder, addedAt: new Date(times[place] ?? END) })),
    links: datedLinks,
  };
}

function older(times: number[], place: number, than: number): void {
  times[place] = Math.min(times[place] ?? END, than - MINUTE);
}

/** More of them lately than long ago. */
function momentOf(url: string): Date {
  const hash = createHash('sha256').update(url).digest('hex').slice(0, HEX_DIGITS);
  const share = Number.parseInt(hash, 16) / 16 ** HEX_DIGITS;
  // A day after the account, so that no folder is older than that.
  const begin = BEGIN + 24 * 60 * MINUTE;
  return new Date(Math.floor(begin + Math.sqrt(share) * (END - begin)));
}
