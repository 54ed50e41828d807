import { open, rename, rm } from 'node:fs/promises';

import type { Document } from '#firestore/model/document.ts';
import { SNAPSHOT_MAGIC, snapshotPath, syncDirectory } from '#firestore/store/journal/files.ts';
import { frame } from '#firestore/store/journal/frames.ts';
import type { JournalCodec } from '#firestore/store/journal/record-codec.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** How much is encoded before others get their turn: some milliseconds' worth. */
const CHUNK_BYTES = 1 << 18;

/** Writes the documents beside the old files and puts them in place in one step; returns the size. */
export async function writeSnapshot(
  directory: string,
  number: number,
  documents: Iterable<Document>,
  latest: Timestamp | null,
  codec: JournalCodec,
): Promise<number> {
  const path = snapshotPath(directory, number);
  const draft = `${path}.tmp`;
  const file = await open(draft, 'w');
  let size = 0;
  try {
    let pieces: Buffer[] = [Buffer.from(SNAPSHOT_MAGIC, 'latin1')];
    let held = 0;
    let count = 0;
    const flush = async (): Promise<void> => {
      const bytes = Buffer.concat(pieces);
      pieces = [];
      held = 0;
      size += bytes.length;
      await file.appendFile(bytes);
    };
    for (const document of documents) {
      const piece = frame(codec.encodeEntry({ kind: 'document', document }));
      pieces.push(piece);
      held += piece.length;
      count += 1;
      if (held >= CHUNK_BYTES) await flush();
    }
    pieces.push(frame(codec.encodeEntry({ kind: 'end', documents: count, latest })));
    await flush();
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
  await file.close();
  await rename(draft, path);
  await syncDirectory(directory);
  return size;
}
