import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { SNAPSHOT_PART_MAX_BYTES } from './limits.ts';

/**
 * A snapshot is the text of a replica, compressed: one line per chunk, with its collection, its number and its text, separated
 * by tabs. The text is JSON, so it contains neither a tab nor a line break.
 */

/** The documents of a collection with neighbouring ids, as the replica stores them: see library-chunks.ts. */
export interface LibraryChunk {
  readonly collection: LibraryCollection;
  readonly number: number;
  readonly text: string;
}

/** The snapshot does not match the format that this version reads. */
export class BrokenSnapshot extends Error {}

type Bytes = Uint8Array<ArrayBuffer>;

export async function encodeSnapshot(chunks: Iterable<LibraryChunk>): Promise<Bytes> {
  const lines: string[] = [];
  for (const { collection, number, text } of chunks) lines.push(`${collection}\t${number}\t${text}\n`);
  const stream = new Blob(lines).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Throws `BrokenSnapshot` if the bytes are no snapshot. `readChunk` checks the rows. */
export async function decodeSnapshot(bytes: Uint8Array): Promise<LibraryChunk[]> {
  const chunks: LibraryChunk[] = [];
  for (const line of (await unzipped(bytes)).split('\n')) if (line !== '') chunks.push(chunkOfLine(line));
  return chunks;
}

/** Cuts a snapshot into parts that each fit into a document. */
export function cutSnapshot(bytes: Bytes, maxBytes = SNAPSHOT_PART_MAX_BYTES): Bytes[] {
  const parts: Bytes[] = [];
  for (let from = 0; from < bytes.length; from += maxBytes) parts.push(bytes.subarray(from, from + maxBytes));
  return parts;
}

async function unzipped(bytes: Uint8Array): Promise<string> {
  try {
    // Copies the bytes, because a Blob accepts no shared memory.
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
    return await new Response(stream).text();
  } catch (cause) {
    throw new BrokenSnapshot('A snapshot cannot be decompressed.', { cause });
  }
}

function chunkOfLine(line: string): LibraryChunk {
  const first = line.indexOf('\t');
  const second = line.indexOf('\t', first + 1);
  const collection = LIBRARY_COLLECTIONS.find((name) => name === line.slice(0, Math.max(0, first)));
  const number = line.slice(first + 1, Math.max(0, second));
  if (collection === undefined || !/^\d{1,10}$/.test(number)) {
    throw new BrokenSnapshot('A line of a snapshot has no collection or no number.');
  }
  return { collection, number: Number(number), text: line.slice(second + 1) };
}
