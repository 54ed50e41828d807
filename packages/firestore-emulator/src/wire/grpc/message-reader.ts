import { gunzipSync, inflateSync } from 'node:zlib';

import { StatusError } from '#firestore/api/status.ts';

/** The flag that says whether a message is compressed, and its length. */
const PREFIX_BYTES = 5;

/** Splits the data of a request into its messages, and decompresses them. */
export class MessageReader {
  readonly #encoding: string;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #received = 0;
  /** The bytes that the next step needs. */
  #needed = PREFIX_BYTES;

  /** `encoding` is the header grpc-encoding. */
  constructor(encoding: string | undefined, maxBytes: number) {
    this.#encoding = encoding ?? 'identity';
    this.#maxBytes = maxBytes;
  }

  /** Whether the data so far ends with a complete message. */
  get isAtBoundary(): boolean {
    return this.#received === 0;
  }

  push(bytes: Buffer, receive: (message: Buffer) => void): void {
    this.#parts.push(bytes);
    this.#received += bytes.length;
    while (this.#received >= this.#needed) {
      const [first] = this.#parts;
      const all = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
      const end = PREFIX_BYTES + this.#lengthIn(all);
      const rest = all.length < end ? all : all.subarray(end);
      this.#parts = rest.length === 0 ? [] : [rest];
      this.#received = rest.length;
      this.#needed = all.length < end ? end : PREFIX_BYTES;
      if (all.length >= end) receive(this.#decompressed(all[0] === 1, all.subarray(PREFIX_BYTES, end)));
    }
  }

  #lengthIn(bytes: Buffer): number {
    const length = bytes.readUInt32BE(1);
    if (length > this.#maxBytes) throw this.#tooLarge(length);
    return length;
  }

  #decompressed(isCompressed: boolean, bytes: Buffer): Buffer {
    if (!isCompressed) return bytes;
    const options = { maxOutputLength: this.#maxBytes };
    try {
      if (this.#encoding === 'gzip') return gunzipSync(bytes, options);
      if (this.#encoding === 'deflate') return inflateSync(bytes, options);
    } catch (error) {
      throw new StatusError('INTERNAL', `The message cannot be decompressed: ${String(error)}`);
    }
    throw new StatusError('UNIMPLEMENTED', `Messages in the encoding "${this.#encoding}" are not supported.`);
  }

  #tooLarge(length: number): StatusError {
    const text = `Received message larger than max (${length} vs ${this.#maxBytes})`;
    return new StatusError('RESOURCE_EXHAUSTED', text);
  }
}
