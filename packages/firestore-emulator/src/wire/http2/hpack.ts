import { ConnectionError, ERROR } from '#firestore/wire/http2/frames.ts';
import { decodeHuffman } from '#firestore/wire/http2/huffman.ts';

type Header = readonly [name: string, value: string];

/** RFC 7541, appendix A. */
const STATIC_TABLE: readonly Header[] = (
  ':authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|:status=200|:status=204|' +
  ':status=206|:status=304|:status=400|:status=404|:status=500|accept-charset|accept-encoding=gzip, deflate|' +
  'accept-language|accept-ranges|accept|access-control-allow-origin|age|allow|authorization|cache-control|' +
  'content-disposition|content-encoding|content-language|content-length|content-location|content-range|content-type|' +
  'cookie|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|' +
  'last-modified|link|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after|' +
  'server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate'
)
  .split('|')
  .map((entry) => {
    const [name = '', value = ''] = entry.split('=', 2);
    return [name, value];
  });

/**
 * The decoded headers of one request. A short block can refer to a long entry of the table many times. ID tokens are
 * headers, and can be long.
 */
export const MAX_HEADER_LIST_BYTES = 128 * 1024;
const TABLE_BYTES = 4096;
/** What the RFC adds to the length of an entry for its administration. */
const ENTRY_OVERHEAD = 32;
const MAX_INTEGER_BYTES = 5;
/** Enough for the paths and tokens of a client. */
const MAX_DECODED_TEXTS = 64;
const MAX_REMEMBERED_BYTES = 4096;

/** Decodes the header blocks of one connection, in the order in which they arrive (RFC 7541). */
export class HeaderDecoder {
  /** Newest first. */
  #table: Header[] = [];
  #size = 0;
  #maxSize = TABLE_BYTES;
  readonly #huffman = new HuffmanCache();

  /** Of a repeated header, the last one counts. */
  decode(block: Buffer): Map<string, string> {
    const headers = new Map<string, string>();
    const reader = new BlockReader(block, this.#huffman);
    let size = 0;
    const set = (header: Header): void => {
      size += sizeOf(header);
      if (size > MAX_HEADER_LIST_BYTES) {
        throw new ConnectionError(ERROR.enhanceYourCalm, 'The headers are too long.');
      }
      headers.set(header[0], header[1]);
    };
    while (!reader.isAtEnd) {
      const first = reader.peek();
      if ((first & 0x80) !== 0) {
        set(this.#entry(reader.integer(7)));
      } else if ((first & 0xe0) === 0x20) this.#resize(reader.integer(5));
      else {
        const isIndexed = (first & 0x40) !== 0;
        const index = reader.integer(isIndexed ? 6 : 4);
        const name = index === 0 ? reader.text() : this.#entry(index)[0];
        const header: Header = [name, reader.text()];
        set(header);
        if (isIndexed) this.#add(header);
      }
    }
    return headers;
  }

  #entry(index: number): Header {
    const entry =
      index <= STATIC_TABLE.length ? STATIC_TABLE[index - 1] : this.#table[index - STATIC_TABLE.length - 1];
    if (entry === undefined) throw invalid('A header has an unknown index.');
    return entry;
  }

  #add(header: Header): void {
    this.#table.unshift(header);
    this.#size += sizeOf(header);
    this.#evict();
  }

  #resize(size: number): void {
    if (size > TABLE_BYTES) throw invalid('The header table is too large.');
    this.#maxSize = size;
    this.#evict();
  }

  #evict(): void {
    while (this.#size > this.#maxSize) {
      const oldest = this.#table.pop();
      this.#size -= oldest === undefined ? this.#size : sizeOf(oldest);
    }
  }
}

function sizeOf([name, value]: Header): number {
  return name.length + value.length + ENTRY_OVERHEAD;
}

/** Clients keep paths and tokens out of the table, so they repeat in each block. */
class HuffmanCache {
  readonly #texts = new Map<string, string>();

  decode(bytes: Buffer): string {
    const key = bytes.toString('latin1');
    let text = this.#texts.get(key) ?? null;
    if (text !== null) return text;
    text = decodeHuffman(bytes);
    if (text === null) throw invalid('A header has an invalid Huffman code.');
    if (bytes.length > MAX_REMEMBERED_BYTES) return text;
    if (this.#texts.size >= MAX_DECODED_TEXTS) this.#texts.clear();
    this.#texts.set(key, text);
    return text;
  }
}

class BlockReader {
  readonly #block: Buffer;
  readonly #huffman: HuffmanCache;
  #at = 0;

  constructor(block: Buffer, huffman: HuffmanCache) {
    this.#block = block;
    this.#huffman = huffman;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#block.length;
  }

  peek(): number {
    const byte = this.#block[this.#at];
    if (byte === undefined) throw invalid('A header block ends too early.');
    return byte;
  }

  /** An integer in the low bits of the next byte, and in further bytes if it does not fit. */
  integer(bits: number): number {
    const mask = (1 << bits) - 1;
    let value = this.#next() & mask;
    if (value < mask) return value;
    for (let shift = 0; shift < MAX_INTEGER_BYTES * 7; shift += 7) {
      const byte = this.#next();
      value += (byte & 0x7f) * 2 ** shift;
      if ((byte & 0x80) === 0) return value;
    }
    throw invalid('An integer in a header block is too long.');
  }

  text(): string {
    const isHuffman = (this.peek() & 0x80) !== 0;
    const length = this.integer(7);
    const end = this.#at + length;
    if (end > this.#block.length) throw invalid('A header block ends too early.');
    const bytes = this.#block.subarray(this.#at, end);
    this.#at = end;
    return isHuffman ? this.#huffman.decode(bytes) : bytes.toString('latin1');
  }

  #next(): number {
    const byte = this.peek();
    this.#at += 1;
    return byte;
  }
}

/** Encodes headers without the table, so a block is valid on every connection and can be encoded once. */
export function encodeHeaders(headers: readonly Header[]): Buffer {
  const parts: Buffer[] = [];
  for (const [name, value] of headers) {
    parts.push(Buffer.from([0]), encodeText(name), encodeText(value));
  }
  return Buffer.concat(parts);
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([encodeLength(bytes.length), bytes]);
}

function encodeLength(length: number): Buffer {
  if (length < 0x7f) return Buffer.from([length]);
  const bytes = [0x7f];
  let rest = length - 0x7f;
  for (; rest >= 0x80; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return Buffer.from(bytes);
}

function invalid(message: string): ConnectionError {
  return new ConnectionError(ERROR.compression, message);
}
