import { BrokenRows } from '@foldmark/contract/library-rows';
import type { LibraryCollection } from '@foldmark/library/entities/collections';

import { readConnection } from '#extension/connection/stored-connection.ts';
import { type Gesture, isShown, readGestures } from '#extension/copy/gesture.ts';
import {
  chunkKey,
  chunksPrefix,
  forgetCopy,
  indexKey,
  readCopy,
  type StoredCopy,
} from '#extension/copy/stored-copy.ts';
import { EMPTY_INDEX, isIndex, linksWith, urlHash } from '#extension/copy/url-index.ts';
import type { Environment } from '#extension/platform/environment.ts';
import type { ReadRecords } from '#extension/platform/store.ts';

/** The links of the copy that may have this url: their hashes are equal. */
export async function candidates(
  records: ReadRecords,
  generation: number,
  url: string,
): Promise<readonly number[]> {
  const index = await records.get(indexKey(generation));
  return linksWith(isIndex(index) ? index : EMPTY_INDEX, urlHash(url));
}

export interface ChunkTexts {
  readonly collection: LibraryCollection;
  readonly texts: readonly string[];
}

/** Reads chunks of a generation. `gestures` are those that show over them. */
export type ReadTexts = (
  records: ReadRecords,
  generation: number,
  gestures: readonly Gesture[],
) => Promise<readonly ChunkTexts[]>;

export interface Read<T> {
  /** What `build` has made. */
  readonly built: T;
  /** All gestures whose result the copy does not have, also those for other accounts. */
  readonly gestures: readonly Gesture[];
  /** Null without a copy: then only the waiting gestures show. */
  readonly copy: StoredCopy | null;
}

/** Reads chunks of the copy and the gestures in one transaction. A damaged copy is forgotten, and the worker pulls it again. */
export async function readCopied<T>(
  env: Environment,
  readTexts: ReadTexts,
  build: (texts: readonly ChunkTexts[], shown: readonly Gesture[]) => T,
): Promise<Read<T>> {
  const connection = await readConnection(env);
  const account = connection?.account ?? '';
  const { copy, gestures, shown, texts } = await env.store.read(async (records) => {
    const stored = await readCopy(records, account);
    const waiting = (await readGestures(records)).map(({ gesture }) => gesture);
    const generation = stored?.current ?? null;
    const own = waiting.filter((gesture) => gesture.account === account && isShown(gesture));
    const chunks = generation === null ? [] : await readTexts(records, generation, own);
    return { copy: stored, gestures: waiting, shown: own, texts: chunks };
  });
  try {
    return { built: build(texts, shown), gestures, copy };
  } catch (thrown) {
    if (!(thrown instanceof BrokenRows)) throw thrown;
    await forgetCopy(env.store, account);
    env.tellWorker({ kind: 'pull' });
    return readCopied(env, readTexts, build);
  }
}

/** The folders and the favorites. */
export async function readFolders(records: ReadRecords, generation: number): Promise<readonly ChunkTexts[]> {
  return [
    { collection: 'folders', texts: await all(records, generation, 'folders') },
    { collection: 'favorites', texts: await all(records, generation, 'favorites') },
  ];
}

/** All chunks of a collection. */
export async function all(records: ReadRecords, generation: number, collection: LibraryCollection) {
  const entries = await records.list(chunksPrefix(generation, collection));
  return entries.map(({ value }) => String(value));
}

export async function some(
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
