import { readChunk, chunkOf } from '@foldmark/contract/library-chunks';
import { BrokenRows } from '@foldmark/contract/library-rows';
import { likelyKey, sameKey } from '@foldmark/library/duplicates/link-identity';
import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import type { LinkRecord } from '@foldmark/library/entities/records';
import type { Key } from '@foldmark/library/memory/keys';

import { type Connection, readConnection } from '#extension/connection/stored-connection.ts';
import { type Gesture, isShown, readGestures } from '#extension/copy/gesture.ts';
import type { LibraryPart } from '#extension/copy/library-part.ts';
import { openPart } from '#extension/copy/open-part.ts';
import { candidates } from '#extension/copy/read-copy.ts';
import { chunkKey, readCopy } from '#extension/copy/stored-copy.ts';
import { urlHash } from '#extension/copy/url-index.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import type { Environment } from '#extension/platform/environment.ts';
import { ownOrRefused } from '#extension/queue/queue.ts';

/** What the extension knows of a page. Comes from this browser only: asking the server would tell which pages the person visits. */
export interface PageState {
  /** The link of the page. Of several, the best match. */
  readonly saved: SavedPage | null;
  /** The link of the page in the trash, if no other link has its url. */
  readonly trashed: SavedPage | null;
  /** How many gestures wait until the server has made them. */
  readonly waiting: number;
  /** How many gestures the server has refused, or are for another account. */
  readonly refused: number;
  readonly connection: Connection | null;
  /** Whether this browser has a copy of the library. Without one, a saved page shows as not saved. */
  readonly isCopied: boolean;
}

export interface SavedPage {
  readonly link: Key;
  readonly record: LinkRecord;
  /** Without those in the trash. */
  readonly folders: readonly Key[];
  readonly isFavorite: boolean;
  /** Whether a change of the link waits until the server has made it. */
  readonly isWaiting: boolean;
}

/** What the popup shows of a page. Never uses the network. */
export async function pageState(url: string, env: Environment = BROWSER): Promise<PageState> {
  const [connection, { built, gestures, copy }] = await Promise.all([
    readConnection(env),
    openPart({ url }, env),
  ]);
  const states = gestures.map((gesture) => ownOrRefused(gesture, connection?.account).state);
  const pages = pagesWith(built, url);
  const saved = pages.find(({ record }) => record.status_id === STATUS_ACTIVE) ?? null;
  return {
    saved,
    trashed: saved === null ? (pages[0] ?? null) : null,
    waiting: states.filter((state) => state === 'waiting' || state === 'answered').length,
    refused: states.filter((state) => state === 'refused').length,
    connection,
    isCopied: copy !== null && copy.current !== null,
  };
}

/** Whether a page is saved, for the badge. Reads the hashes first, and only for a candidate its chunk. */
export async function isSaved(url: string, env: Environment = BROWSER): Promise<'saved' | 'waiting' | null> {
  const account = (await readConnection(env))?.account;
  if (account === undefined) return null;
  const quick = await env.store.read(async (records) => {
    const gestures = await readGestures(records);
    const generation = (await readCopy(records, account))?.current ?? null;
    const links = generation === null ? [] : await candidates(records, generation, url);
    const hash = urlHash(url);
    const isOpen = gestures.some(({ gesture }) => {
      return gesture.account === account && isShown(gesture) && mayConcern(gesture, hash, links);
    });
    if (isOpen) return 'ask';
    const key = likelyKey(url);
    for (const id of links) {
      const text = await records.get(chunkKey(generation ?? 0, 'links', chunkOf(String(id))));
      if (typeof text === 'string' && hasActive(text, id, key)) return 'saved';
    }
    return null;
  });
  if (quick !== 'ask') return quick;
  const { saved } = await pageState(url, env);
  if (saved === null) return null;
  return saved.isWaiting ? 'waiting' : 'saved';
}

/** Whether a gesture may be about a url with this hash. `links` are the candidates of the copy. */
function mayConcern({ edits }: Gesture, hash: number, links: readonly number[]): boolean {
  return edits.some((edit) => {
    if (edit.table !== 'links') return false;
    const urls = [edit.before?.url, edit.after?.url].filter((url) => url !== undefined);
    return links.includes(edit.key.link_id) || urls.some((url) => urlHash(url) === hash);
  });
}

/** Whether a chunk has this link, active and with the key. A damaged chunk has none: the next pull finds the damage. */
function hasActive(text: string, id: number, key: string): boolean {
  try {
    const link = readChunk('links', text).find((version) => version.id === String(id))?.record;
    return link?.status_id === STATUS_ACTIVE && likelyKey(link.url) === key;
  } catch (thrown) {
    if (thrown instanceof BrokenRows) return false;
    throw thrown;
  }
}

/** The links of a page, the best first: those with the same url, then those with a similar one, in each the oldest first. */
function pagesWith(part: LibraryPart, url: string): readonly SavedPage[] {
  const [same, likely] = [sameKey(url), likelyKey(url)];
  const found = part.links().filter((record) => likelyKey(record.url) === likely);
  // Building the tree sorts all folders, and most pages are not saved.
  if (found.length === 0) return [];
  const { tree } = part;
  return found
    .map((record) => ({ record, isSame: sameKey(record.url) === same }))
    .sort(
      (one, other) =>
        Number(other.isSame) - Number(one.isSame) || one.record.created_at - other.record.created_at,
    )
    .map(({ record }) => ({
      link: record.link_id,
      record,
      folders: part.view.foldersOf(record.link_id).filter((folder) => tree.isVisible(folder)),
      isFavorite: part.view.isFavorite('link', record.link_id),
      isWaiting: part.isPending(record.link_id),
    }));
}
