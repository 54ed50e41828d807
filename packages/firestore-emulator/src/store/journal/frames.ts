import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * How the journal's files are cut into pieces: a file begins with eight bytes that say what it is, and every piece is
 *
 *     u32 length | u32 CRC-32 of the payload | u32 CRC-32 of those eight bytes | payload
 *
 * The header has a checksum of its own because a damaged length would otherwise look like the end of an interrupted
 * write, and everything behind it would be cut off as if nobody had been told it was kept.
 */
export const HEADER_BYTES = 12;
export const MAGIC_BYTES = 8;

const CHUNK_BYTES = 1 << 20;

export function frame(payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  bytes.writeUInt32LE(payload.length, 0);
  bytes.writeUInt32LE(crc32(payload), 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 8)), 8);
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}

/** How a file ended: `torn` is a write that the end of the process cut short, `damaged` is what no such end explains. */
export type Ending =
  | { readonly kind: 'whole'; readonly end: number }
  | { readonly kind: 'torn'; readonly end: number }
  | { readonly kind: 'damaged'; readonly end: number; readonly reason: string };

/** Hands out every whole piece in order; a payload may be kept only as a copy. */
export async function readFrames(
  file: FileHandle,
  magic: string,
  take: (payload: Buffer, offset: number) => void,
): Promise<Ending> {
  const { size } = await file.stat();
  const source = new Source(file);
  await source.fill(MAGIC_BYTES);
  const start = source.peek(MAGIC_BYTES);
  if (start.toString('latin1') !== magic) {
    // A log and a snapshot get their names when this is on the disk: no end of ours leaves less.
    const reason = (await isZeroFrom(file, 0))
      ? 'it has been emptied'
      : 'it does not begin as a journal file of this version does';
    return { kind: 'damaged', end: 0, reason };
  }
  source.skip(MAGIC_BYTES);
  while (source.offset < size) {
    const end = source.offset;
    if (!source.holds(HEADER_BYTES)) await source.fill(HEADER_BYTES);
    const header = source.peek(HEADER_BYTES);
    if (header.length < HEADER_BYTES) return { kind: 'torn', end };
    if (header.readUInt32LE(8) !== crc32(header.subarray(0, 8))) {
      // After a power cut a file system may have made the file longer without having written what belongs there.
      if (await isZeroFrom(file, end)) return { kind: 'torn', end };
      return { kind: 'damaged', end, reason: "a record's header does not match its checksum" };
    }
    const length = header.readUInt32LE(0);
    if (end + HEADER_BYTES + length > size) return { kind: 'torn', end };
    const checksum = header.readUInt32LE(4);
    source.skip(HEADER_BYTES);
    if (!source.holds(length)) await source.fill(length);
    const payload = source.peek(length);
    if (payload.length < length) return { kind: 'torn', end };
    if (crc32(payload) !== checksum) {
      return { kind: 'damaged', end, reason: 'a record does not match its checksum' };
    }
    source.skip(length);
    take(payload, end);
  }
  return { kind: 'whole', end: source.offset };
}

/** Reads a file forwards in large chunks, with a look ahead of any length. */
class Source {
  offset = 0;
  readonly #file: FileHandle;
  #held: Buffer = Buffer.alloc(0);

  constructor(file: FileHandle) {
    this.#file = file;
  }

  holds(length: number): boolean {
    return this.#held.length >= length;
  }

  /** Reads on until so much is held, or the file ends. Only where it must: a turn for each record would be slow. */
  async fill(length: number): Promise<void> {
    while (!this.holds(length)) {
      const chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, length - this.#held.length));
      const from = this.offset + this.#held.length;
      const { bytesRead } = await this.#file.read(chunk, 0, chunk.length, from);
      if (bytesRead === 0) return;
      const read = chunk.subarray(0, bytesRead);
      this.#held = this.#held.length === 0 ? read : Buffer.concat([this.#held, read]);
    }
  }

  /** The next bytes; fewer where fewer are held. */
  peek(length: number): Buffer {
    return this.#held.subarray(0, length);
  }

  skip(length: number): void {
    this.#held = this.#held.subarray(length);
    this.offset += length;
  }
}

async function isZeroFrom(file: FileHandle, start: number): Promise<boolean> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let offset = start; ;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, offset);
    if (bytesRead === 0) return true;
    if (chunk.subarray(0, bytesRead).some((byte) => byte !== 0)) return false;
    offset += bytesRead;
  }
}
