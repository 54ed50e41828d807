import { open, rename, rm } from 'node:fs/promises';

import type { Document } from '#firestore/model/document.ts';
import { SNAPSHOT_MAGIC, snapshotPath, syncDirectory } from '#firestore/store/journal/files.ts';
import { frame } from '#firestore/store/journal/frames.ts';
import type { JournalCodec } from '#firestore/store/journal/record-codec.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** After encoding this many bytes, which takes some milliseconds, the event loop gets a turn. */
const CHUNK_BYTES = 1 << 18;

/** Writes the documents to a temporary file and renames it atomically. Returns the size. */
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
    let bufferedBytes = 0;
    let count = 0;
    const flush = async (): Promise<void> => {
      const bytes = Buffer.concat(pieces);
      pieces = [];
      bufferedBytes = 0;
      size += bytes.length;
      await file.appendFile(bytes);
    };
    for (const document of documents) {
      const piece = frame(codec.encodeEntry({ kind: 'document', document }));
      pieces.push(piece);
      bufferedBytes += piece.length;
      count += 1;
      if (bufferedBytes >= CHUNK_BYTES) await flush();
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
