import { crc32c, masked } from '#firestore/transfer/crc32c.ts';

/**
 * LevelDB's log format. Blocks of 32 KiB contain fragments of records. Each fragment has a header of seven bytes: the
 * masked CRC-32C of type and data, the length, and the type. If the rest of a block is too short for a header, it is zero.
 * https://github.com/google/leveldb/blob/main/doc/log_format.md
 */
const BLOCK_BYTES = 32 * 1024;
const HEADER_BYTES = 7;
const FULL = 1;
const FIRST = 2;
const MIDDLE = 3;
const LAST = 4;

/** The log is damaged at this offset. */
export class LogDamage extends Error {
  readonly offset: number;

  constructor(offset: number, reason: string) {
    super(reason);
    this.name = 'LogDamage';
    this.offset = offset;
  }
}

export interface LogRecord {
  readonly offset: number;
  readonly data: Uint8Array;
}

/** Writes one log, record by record. */
export class LogEncoder {
  #blockRest = BLOCK_BYTES;

  /** The bytes that a record adds to the log. */
  encode(record: Uint8Array): Buffer {
    const fragments: Buffer[] = [];
    let start = 0;
    let isFirst = true;
    let isLast = false;
    while (!isLast) {
      if (this.#blockRest < HEADER_BYTES) {
        fragments.push(Buffer.alloc(this.#blockRest));
        this.#blockRest = BLOCK_BYTES;
      }
      const end = Math.min(record.length, start + this.#blockRest - HEADER_BYTES);
      isLast = end === record.length;
      fragments.push(fragment(typeOf(isFirst, isLast), record.subarray(start, end)));
      this.#blockRest -= HEADER_BYTES + end - start;
      start = end;
      isFirst = false;
    }
    return Buffer.concat(fragments);
  }
}

function typeOf(isFirst: boolean, isLast: boolean): number {
  if (isFirst) return isLast ? FULL : FIRST;
  return isLast ? LAST : MIDDLE;
}

function fragment(type: number, data: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + data.length);
  bytes.writeUInt16LE(data.length, 4);
  bytes.writeUInt8(type, 6);
  bytes.set(data, HEADER_BYTES);
  bytes.writeUInt32LE(masked(crc32c(bytes.subarray(HEADER_BYTES - 1))), 0);
  return bytes;
}

/** Reads a whole log. Throws LogDamage at the first invalid fragment. */
export function* decodeLog(log: Buffer): Generator<LogRecord> {
  let offset = 0;
  let current: { readonly offset: number; readonly fragments: Uint8Array[] } | null = null;
  while (offset < log.length) {
    const room = BLOCK_BYTES - (offset % BLOCK_BYTES);
    if (room < HEADER_BYTES) {
      if (log.subarray(offset, offset + room).some((byte) => byte !== 0)) {
        throw new LogDamage(offset, 'the end of a block is not empty');
      }
      offset += room;
      continue;
    }
    const { type, data } = readFragment(log, offset, room);
    const isStart = type === FULL || type === FIRST;
    if (isStart !== (current === null)) {
      throw new LogDamage(
        offset,
        isStart ? 'a record starts inside another record' : 'a record has no start',
      );
    }
    current ??= { offset, fragments: [] };
    current.fragments.push(data);
    offset += HEADER_BYTES + data.length;
    if (type === FULL || type === LAST) {
      yield { offset: current.offset, data: type === FULL ? data : Buffer.concat(current.fragments) };
      current = null;
    }
  }
  if (current !== null) throw new LogDamage(current.offset, 'a record has no end: the file is cut short');
}

function readFragment(
  log: Buffer,
  offset: number,
  room: number,
): { readonly type: number; readonly data: Buffer } {
  if (offset + HEADER_BYTES > log.length) throw new LogDamage(offset, 'the file is cut short');
  const length = log.readUInt16LE(offset + 4);
  const type = log.readUInt8(offset + 6);
  const end = offset + HEADER_BYTES + length;
  if (HEADER_BYTES + length > room)
    throw new LogDamage(offset, 'a fragment of a record is longer than its block');
  if (end > log.length) throw new LogDamage(offset, 'the file is cut short');
  if (log.readUInt32LE(offset) !== masked(crc32c(log.subarray(offset + HEADER_BYTES - 1, end)))) {
    throw new LogDamage(offset, 'a record does not match its checksum');
  }
  if (type < FULL || type > LAST) throw new LogDamage(offset, `a record has the unknown type ${type}`);
  return { type, data: log.subarray(offset + HEADER_BYTES, end) };
}
