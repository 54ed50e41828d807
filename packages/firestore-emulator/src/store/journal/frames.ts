import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * The format of the journal's files. A file starts with eight magic bytes, followed by frames:
 *
 *     u32 length | u32 CRC-32 of the payload | u32 CRC-32 of those eight bytes | payload
 *
 * The header has its own checksum. Without it, a damaged length would look like an interrupted write at the end, and
 * recovery would truncate acknowledged records after it.
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

/** How a file ends. `torn` is an interrupted write. `damaged` is anything that an interrupted write does not explain. */
export type Ending =
  | { readonly kind: 'whole'; readonly end: number }
  | { readonly kind: 'torn'; readonly end: number }
  | { readonly kind: 'damaged'; readonly end: number; readonly reason: string };

/** Calls `take` with the payload of every complete frame. The buffer is reused, so `take` must copy what it keeps. */
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
    // A file gets its name after the magic bytes are on the disk, so an interrupted write does not explain this.
    const reason = (await isZeroFrom(file, 0))
      ? 'it has been emptied'
      : 'it does not start like a journal file of this version';
    return { kind: 'damaged', end: 0, reason };
  }
  source.skip(MAGIC_BYTES);
  while (source.offset < size) {
    const end = source.offset;
    if (!source.hasBuffered(HEADER_BYTES)) await source.fill(HEADER_BYTES);
    const header = source.peek(HEADER_BYTES);
    if (header.length < HEADER_BYTES) return { kind: 'torn', end };
    if (header.readUInt32LE(8) !== crc32(header.subarray(0, 8))) {
      // After a power failure, a file system may have extended the file without writing the data.
      if (await isZeroFrom(file, end)) return { kind: 'torn', end };
      return { kind: 'damaged', end, reason: "a record's header does not match its checksum" };
    }
    const length = header.readUInt32LE(0);
    if (end + HEADER_BYTES + length > size) return { kind: 'torn', end };
    const checksum = header.readUInt32LE(4);
    source.skip(HEADER_BYTES);
    if (!source.hasBuffered(length)) await source.fill(length);
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

/** Reads a file sequentially in large chunks, with lookahead of any length. */
class Source {
  offset = 0;
  readonly #file: FileHandle;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(file: FileHandle) {
    this.#file = file;
  }

  hasBuffered(length: number): boolean {
    return this.#buffer.length >= length;
  }

  /** Reads until the buffer has `length` bytes or the file ends. Callers check `hasBuffered` first, since an await is slow. */
  async fill(length: number): Promise<void> {
    while (!this.hasBuffered(length)) {
      const chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, length - this.#buffer.length));
      const from = this.offset + this.#buffer.length;
      const { bytesRead } = await this.#file.read(chunk, 0, chunk.length, from);
      if (bytesRead === 0) return;
      const read = chunk.subarray(0, bytesRead);
      this.#buffer = this.#buffer.length === 0 ? read : Buffer.concat([this.#buffer, read]);
    }
  }

  /** Returns the next bytes, or fewer if the buffer has fewer. */
  peek(length: number): Buffer {
    return this.#buffer.subarray(0, length);
  }

  skip(length: number): void {
    this.#buffer = this.#buffer.subarray(length);
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
