const INITIAL_BYTES = 64 * 1024;
/** A larger buffer goes to the caller instead of waiting for the next message. */
const MAX_KEPT_BYTES = 1024 * 1024;
/** The longest varint, which is also longer than a tag or a double. */
const MAX_VARINT_BYTES = 10;
const MAX_UTF8_BYTES_PER_UNIT = 3;
/** Node's own method is faster for longer texts. */
const SHORT_TEXT = 24;
const WORD = 0x1_0000_0000;

/**
 * Writes protobuf messages into one buffer, which grows. A tag is the field's number and wire type, as the bytes have it.
 * protobufjs needs an object for each part of a message, which takes several times as long.
 */
export class MessageWriter {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #end = 0;

  /** Returns the bytes of a message. An error in `content` leaves nothing for the next message. */
  message(content: (to: this) => void): Buffer {
    this.#end = 0;
    content(this);
    const written = this.#bytes.subarray(0, this.#end);
    if (this.#bytes.length <= MAX_KEPT_BYTES) return Buffer.from(written);
    this.#bytes = Buffer.allocUnsafe(INITIAL_BYTES);
    return written;
  }

  /** Begins a field of unknown length. Pass the result to `close`. */
  open(tag: number): number {
    this.varint(tag);
    this.#reserve(1);
    this.#end += 1;
    return this.#end;
  }

  /** Most fields have less than 128 bytes. The bytes of a longer one move to make room for its length. */
  close(start: number): void {
    const length = this.#end - start;
    if (length < 0x80) {
      this.#bytes[start - 1] = length;
      return;
    }
    let moved = 0;
    for (let rest = length >>> 7; rest > 0; rest >>>= 7) moved += 1;
    this.#reserve(moved);
    this.#bytes.copyWithin(start + moved, start, this.#end);
    this.#end = start - 1;
    this.varint(length);
    this.#end += length;
  }

  /** Writes an unsigned 32-bit number. */
  varint(value: number): void {
    this.#reserve(MAX_VARINT_BYTES);
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.#push((rest & 0x7f) | 0x80);
    this.#push(rest);
  }

  integer(tag: number, value: number): void {
    this.varint(tag);
    const high = Math.floor(value / WORD);
    this.#words(value - high * WORD, high);
  }

  bigint(tag: number, value: bigint): void {
    this.varint(tag);
    this.#words(Number(BigInt.asUintN(32, value)), Number(BigInt.asIntN(32, value >> 32n)));
  }

  double(tag: number, value: number): void {
    this.varint(tag);
    this.#reserve(MAX_VARINT_BYTES);
    this.#end = this.#bytes.writeDoubleLE(value, this.#end);
  }

  text(tag: number, text: string): void {
    const start = this.open(tag);
    this.#reserve(text.length * MAX_UTF8_BYTES_PER_UNIT);
    if (text.length > SHORT_TEXT || !this.#pushAscii(text))
      this.#end = start + this.#bytes.write(text, start, 'utf8');
    this.close(start);
  }

  bytes(tag: number, bytes: Uint8Array): void {
    this.varint(tag);
    this.varint(bytes.length);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  #pushAscii(text: string): boolean {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit >= 0x80) return false;
      this.#push(unit);
    }
    return true;
  }

  #words(low: number, high: number): void {
    this.#reserve(MAX_VARINT_BYTES);
    let lower = low;
    let upper = high;
    while (upper !== 0 || lower >= 0x80) {
      this.#push((lower & 0x7f) | 0x80);
      lower = ((lower >>> 7) | (upper << 25)) >>> 0;
      upper >>>= 7;
    }
    this.#push(lower);
  }

  #push(byte: number): void {
    this.#bytes[this.#end] = byte;
    this.#end += 1;
  }

  #reserve(length: number): void {
    const needed = this.#end + length;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
