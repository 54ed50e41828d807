import { Refusal } from '#library/files/reading/refusal.ts';

const MAGIC_LENGTH = 8;
/** The unpacked size follows the magic bytes. It can be wrong, so it only sets the size of the first buffer. */
const HEADER_LENGTH = MAGIC_LENGTH + 4;
const MIN_MATCH = 4;

/**
 * Unpacks Firefox's `.jsonlz4`: one raw LZ4 block, without the frame that LZ4 libraries expect. If the block is damaged or ends
 * early, returns what comes before the damage.
 */
export function unpackMozLz4(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const claimed = bytes.length < HEADER_LENGTH ? 0 : header.getUint32(MAGIC_LENGTH, true);
  // LZ4 shrinks data at most by a factor of 255.
  const output = new Output(Math.min(claimed, maxBytes, bytes.length * 255), maxBytes);
  let at = HEADER_LENGTH;
  while (at < bytes.length) {
    const token = bytes[at] ?? 0;
    const literals = readLength(bytes, at + 1, token >> 4);
    const end = Math.min(literals.next + literals.length, bytes.length);
    output.append(bytes.subarray(literals.next, end));
    if (end + 2 > bytes.length) break;
    const distance = header.getUint16(end, true);
    const match = readLength(bytes, end + 2, token & 15);
    if (!output.repeat(distance, match.length + MIN_MATCH)) break;
    at = match.next;
  }
  return output.bytes();
}

/** A length of 15 continues in the next bytes, until one of them is not 255. */
function readLength(bytes: Uint8Array, start: number, nibble: number): { length: number; next: number } {
  let length = nibble;
  let next = start;
  if (nibble < 15) return { length, next };
  for (let more = 255; more === 255 && next < bytes.length; next += 1) {
    more = bytes[next] ?? 0;
    length += more;
  }
  return { length, next };
}

class Output {
  #buffer: Uint8Array;
  #length = 0;
  readonly #maxBytes: number;

  constructor(size: number, maxBytes: number) {
    this.#buffer = new Uint8Array(size);
    this.#maxBytes = maxBytes;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Copies earlier output, which may overlap the copy. Returns false if the distance is wrong. */
  repeat(distance: number, count: number): boolean {
    if (distance === 0 || distance > this.#length) return false;
    this.#reserve(count);
    const end = this.#length + count;
    // Each round copies all output since the start, so a short distance needs few rounds.
    for (let at = this.#length; at < end;) {
      const size = Math.min(end - at, at - (this.#length - distance));
      this.#buffer.copyWithin(at, this.#length - distance, this.#length - distance + size);
      at += size;
    }
    this.#length = end;
    return true;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    const wanted = this.#length + count;
    if (wanted > this.#maxBytes) throw new Refusal('too-large', 'The backup is too large when unpacked.');
    if (wanted <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.min(this.#maxBytes, Math.max(wanted, 2 * this.#buffer.length, 1024)));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
