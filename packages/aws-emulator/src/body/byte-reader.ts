/** Reads a stream of chunks by line or by byte count. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next line, without its end; null if there is none within `limit` bytes. */
  async line(limit: number): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf('\r\n');
      // The last byte may be the `\r` of the line's end.
      if (end > limit || (end === -1 && this.#rest.length > limit + 1)) return null;
      if (end !== -1) return this.#take(end + 2).toString('latin1', 0, end);
      if (!(await this.#more())) return null;
    }
  }

  async #some(count: number): Promise<Buffer | null> {
    if (this.#rest.length === 0 && !(await this.#more())) return null;
    return this.#take(Math.min(count, this.#rest.length));
  }

  /** The next `count` bytes; null if the stream ends before. */
  async exactly(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      const part = await this.#some(missing);
      if (part === null) return null;
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  #take(count: number): Buffer {
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done === true) return false;
    this.#rest = this.#rest.length === 0 ? Buffer.from(value) : Buffer.concat([this.#rest, value]);
    return true;
  }
}
