import { chunkOf, readChunk } from '@foldmark/contract/library-chunks';
import { BrokenRows } from '@foldmark/contract/library-rows';
import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { Library } from '@foldmark/library/memory/library';

import { readConnection } from '#extension/connection/stored-connection.ts';
import { type Gesture, isShown, readGestures } from '#extension/copy/gesture.ts';
import { showGestures } from '#extension/copy/show-gestures.ts';
import {
  chunkKey,
  chunksPrefix,
  forgetCopy,
  indexKey,
  readCopy,
  type StoredCopy,
} from '#extension/copy/stored-copy.ts';
import { EMPTY_INDEX, isIndex, linksWith, urlHash } from '#extension/copy/url-index.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import type { Environment } from '#extension/platform/environment.ts';
import type { ReadRecords } from '#extension/platform/store.ts';

/** The library as the extension shows it: the copy with the waiting gestures on top. */
export interface Opened {
  readonly library: Library;
  /** All gestures whose result the copy does not have, also those for other accounts. */
  readonly gestures: readonly Gesture[];
  /** Null without a copy: then the library has only the waiting gestures. */
  readonly copy: StoredCopy | null;
}

/** The whole library. Empty if the browser isn't connected. */
export async function openLibrary(env: Environment = BROWSER): Promise<Library> {
  const { library } = await open(env, async (records, generation) => {
    const texts: ChunkTexts[] = [];
    for (const collection of LIBRARY_COLLECTIONS)
      texts.push({ collection, texts: await all(records, generation, collection) });
    return texts;
  });
  return library;
}

/** The library without its links: fast, for a choice of folders. */
export async function openFolders(env: Environment = BROWSER): Promise<Library> {
  const { library } = await open(env, readFolders);
  return library;
}

export interface PartOptions {
  /** The links that may have this url. */
  readonly url?: string;
  /** Links by id. */
  readonly links?: readonly number[];
}

/** The folders, and the chunks of the links that may have a url, or that a gesture is about. Fast, for one page. */
export async function openPart({ url, links = [] }: PartOptions, env: Environment): Promise<Opened> {
  return open(env, async (records, generation, gestures) => {
    const found = url === undefined ? [] : await candidates(records, generation, url);
    // Undoing an edit of a url can bring a link back to this page.
    const edited = gestures.flatMap(({ edits }) => edits).flatMap(linkWithUrl);
    const chunks = new Set([...found, ...links, ...edited].map((id) => chunkOf(String(id))));
    const texts = [...(await readFolders(records, generation))];
    for (const collection of ['links', 'folder_links'] as const)
      texts.push({ collection, texts: await some(records, generation, collection, [...chunks]) });
    return texts;
  });
}

/** The links of the copy that may have this url: their hashes are equal. */
export async function candidates(
  records: ReadRecords,
  generation: number,
  url: string,
): Promise<readonly number[]> {
  const index = await records.get(indexKey(generation));
  return linksWith(isIndex(index) ? index : EMPTY_INDEX, urlHash(url));
}

interface ChunkTexts {
  readonly collection: LibraryCollection;
  readonly texts: readonly string[];
}

type ReadTexts = (
  records: ReadRecords,
  generation: number,
  gestures: readonly Gesture[],
) => Promise<readonly ChunkTexts[]>;

async function open(env: Environment, readTexts: ReadTexts): Promise<Opened> {
  const connection = await readConnection(env);
  const account = connection?.account ?? '';
  const read = await env.store.read(async (records) => {
    const copy = await readCopy(records, account);
    const gestures = (await readGestures(records)).map(({ gesture }) => gesture);
    const generation = copy?.current ?? null;
    const shown = gestures.filter((gesture) => gesture.account === account && isShown(gesture));
    const texts = generation === null ? [] : await readTexts(records, generation, shown);
    return { copy, gestures, shown, texts };
  });
  const { copy, gestures, shown, texts } = read;
  const library = new Library();
  try {
    library.batch(() => {
      for (const one of texts) receive(library, one);
    });
  } catch (thrown) {
    if (!(thrown instanceof BrokenRows)) throw thrown;
    await forgetCopy(env.store, account);
    env.tellWorker({ kind: 'pull' });
    return open(env, readTexts);
  }
  showGestures(library, shown);
  return { library, gestures, copy };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- C ties the texts to their collection
function receive<C extends LibraryCollection>(
  library: Library,
  { collection, texts }: { readonly collection: C; readonly texts: readonly string[] },
): void {
  for (const text of texts) library.receive(collection, readChunk(collection, text));
}

async function readFolders(records: ReadRecords, generation: number): Promise<readonly ChunkTexts[]> {
  return [
    { collection: 'folders', texts: await all(records, generation, 'folders') },
    { collection: 'favorites', texts: await all(records, generation, 'favorites') },
  ];
}

async function all(records: ReadRecords, generation: number, collection: LibraryCollection) {
  const entries = await records.list(chunksPrefix(generation, collection));
  return entries.map(({ value }) => String(value));
}

async function some(
  records: ReadRecords,
  generation: number,
  collection: LibraryCollection,
  chunks: readonly number[],
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const chunk of chunks) {
    const text = await records.get(chunkKey(generation, collection, chunk));
    if (typeof text === 'string') texts.push(text);
  }
  return texts;
}

function linkWithUrl(edit: Gesture['edits'][number]): readonly number[] {
  if (edit.table !== 'links' || edit.key.link_id < 0) return [];
  return edit.before !== null && edit.before.url !== undefined ? [edit.key.link_id] : [];
}
