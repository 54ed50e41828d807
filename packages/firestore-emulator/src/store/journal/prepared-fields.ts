import type { Document } from '#firestore/model/document.ts';
import type { MapValue, Timestamp } from '#firestore/model/value.ts';

/** The tags of `name`, `fields`, `create_time` and `update_time` in a Document, and of the messages around it. */
const NAME = 0x0a;
const CREATE_TIME = 0x1a;
const UPDATE_TIME = 0x22;
const CHANGE_DOCUMENT = 0x12;
const RECORD_CHANGE = 0x1a;
/** More than all tags and lengths of one change. */
const MAX_OVERHEAD = 40;

export interface Encoders {
  /** The bytes of a Document that has only these fields. */
  readonly fields: (fields: MapValue) => Uint8Array;
  readonly timestamp: (time: Timestamp) => Uint8Array;
}

/**
 * Encoded fields of documents, for records that have them again. Encoding is most of the time of a commit of many
 * documents. Documents are immutable, so their fields are the key.
 */
export class PreparedFields {
  readonly #encoders: Encoders;
  readonly #bytes = new WeakMap<MapValue, Uint8Array>();
  readonly #times = new WeakMap<Timestamp, Uint8Array>();

  constructor(encoders: Encoders) {
    this.#encoders = encoders;
  }

  /** Returns the number of bytes. */
  prepare({ fields }: Document): number {
    const bytes = this.#bytes.get(fields) ?? this.#encoders.fields(fields);
    this.#bytes.set(fields, bytes);
    return bytes.length;
  }

  has({ fields }: Document): boolean {
    return this.#bytes.has(fields);
  }

  /** The `changes` of a record that set these documents. */
  changes(documents: readonly Document[]): Buffer {
    const parts = documents.map((document) => this.#partsOf(document));
    const size = parts.reduce((total, { length }) => total + length + MAX_OVERHEAD, 0);
    const target = new Target(size);
    for (const { length, name, nameLength, fields, created, updated } of parts) {
      target.tag(RECORD_CHANGE, 1 + sizeOfLength(length) + length);
      target.tag(CHANGE_DOCUMENT, length);
      target.tag(NAME, nameLength);
      target.text(name, nameLength);
      target.bytes(fields);
      target.tag(CREATE_TIME, created.length);
      target.bytes(created);
      target.tag(UPDATE_TIME, updated.length);
      target.bytes(updated);
    }
    return target.written();
  }

  #partsOf(document: Document) {
    const { name } = document;
    const nameLength = Buffer.byteLength(name);
    const fields = this.#bytes.get(document.fields) ?? this.#encoders.fields(document.fields);
    const [created, updated] = [this.#time(document.createTime), this.#time(document.updateTime)];
    const length =
      sizeOfField(nameLength) + fields.length + sizeOfField(created.length) + sizeOfField(updated.length);
    return { length, name, nameLength, fields, created, updated };
  }

  /** The documents of one commit share its time. */
  #time(time: Timestamp): Uint8Array {
    const known = this.#times.get(time);
    if (known !== undefined) return known;
    const bytes = this.#encoders.timestamp(time);
    this.#times.set(time, bytes);
    return bytes;
  }
}

/** Of a tag, a length and as many bytes. */
function sizeOfField(length: number): number {
  return 1 + sizeOfLength(length) + length;
}

function sizeOfLength(length: number): number {
  let size = 1;
  for (let rest = length; rest >= 0x80; rest >>>= 7) size += 1;
  return size;
}

class Target {
  readonly #buffer: Buffer;
  #end = 0;

  constructor(size: number) {
    this.#buffer = Buffer.allocUnsafe(size);
  }

  tag(tag: number, length: number): void {
    this.#buffer[this.#end] = tag;
    this.#end += 1;
    let rest = length;
    for (; rest >= 0x80; rest >>>= 7) {
      this.#buffer[this.#end] = (rest & 0x7f) | 0x80;
      this.#end += 1;
    }
    this.#buffer[this.#end] = rest;
    this.#end += 1;
  }

  text(text: string, length: number): void {
    this.#buffer.write(text, this.#end, length, 'utf8');
    this.#end += length;
  }

  bytes(bytes: Uint8Array): void {
    this.#buffer.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  written(): Buffer {
    return this.#buffer.subarray(0, this.#end);
  }
}
