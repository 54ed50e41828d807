import { crc32c, masked } from '#firestore/transfer/crc32c.ts';

/**
 * LevelDB's log format: blocks of 32 KiB, in which each piece of a record has a header of seven bytes (masked CRC-32C
 * of type and data, length, type). What is too short for a header at the end of a block is zero.
 * https://github.com/google/leveldb/blob/main/doc/log_format.md
 */
const BLOCK_BYTES = 32 * 1024;
const HEADER_BYTES = 7;
const FULL = 1;
const FIRST = 2;
const MIDDLE = 3;
const LAST = 4;

/** A log that is not as its writer left it. */
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
  #room = BLOCK_BYTES;

  /** The bytes that a record adds to the log. */
  encode(record: Uint8Array): Buffer {
    const pieces: Buffer[] = [];
    let start = 0;
    let isFirst = true;
    let isLast = false;
    while (!isLast) {
      if (this.#room < HEADER_BYTES) {
        pieces.push(Buffer.alloc(this.#room));
        this.#room = BLOCK_BYTES;
      }
      const end = Math.min(record.length, start + this.#room - HEADER_BYTES);
      isLast = end === record.length;
      pieces.push(piece(typeOf(isFirst, isLast), record.subarray(start, end)));
      this.#room -= HEADER_BYTES + end - start;
      start = end;
      isFirst = false;
    }
    return Buffer.concat(pieces);
  }
}

function typeOf(isFirst: boolean, isLast: boolean): number {
  if (isFirst) return isLast ? FULL : FIRST;
  return isLast ? LAST : MIDDLE;
}

function piece(type: number, data: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + data.length);
  bytes.writeUInt16LE(data.length, 4);
  bytes.writeUInt8(type, 6);
  bytes.set(data, HEADER_BYTES);
  bytes.writeUInt32LE(masked(crc32c(bytes.subarray(HEADER_BYTES - 1))), 0);
  return bytes;
}

/** Reads a whole log; throws LogDamage at the first byte that does not belong. */
export function* decodeLog(log: Buffer): Generator<LogRecord> {
  let offset = 0;
  let begun: { readonly offset: number; readonly pieces: Uint8Array[] } | null = null;
  while (offset < log.length) {
    const room = BLOCK_BYTES - (offset % BLOCK_BYTES);
    if (room < HEADER_BYTES) {
      if (log.subarray(offset, offset + room).some((byte) => byte !== 0)) {
        throw new LogDamage(offset, 'the end of a block is not empty');
      }
      offset += room;
      continue;
    }
    const { type, data } = readPiece(log, offset, room);
    const begins = type === FULL || type === FIRST;
    if (begins !== (begun === null)) {
      throw new LogDamage(offset, begins ? 'a record begins within another' : 'a record has no beginning');
    }
    begun ??= { offset, pieces: [] };
    begun.pieces.push(data);
    offset += HEADER_BYTES + data.length;
    if (type === FULL || type === LAST) {
      yield { offset: begun.offset, data: type === FULL ? data : Buffer.concat(begun.pieces) };
      begun = null;
    }
  }
  if (begun !== null) throw new LogDamage(begun.offset, 'a record has no end: the file is cut short');
}

function readPiece(
  log: Buffer,
  offset: number,
  room: number,
): { readonly type: number; readonly data: Buffer } {
  if (offset + HEADER_BYTES > log.length) throw new LogDamage(offset, 'the file is cut short');
  const length = log.readUInt16LE(offset + 4);
  const type = log.readUInt8(offset + 6);
  const end = offset + HEADER_BYTES + length;
  if (HEADER_BYTES + length > room)
    throw new LogDamage(offset, 'a piece of a record is longer than its block');
  if (end > log.length) throw new LogDamage(offset, 'the file is cut short');
  if (log.readUInt32LE(offset) !== masked(crc32c(log.subarray(offset + HEADER_BYTES - 1, end)))) {
    throw new LogDamage(offset, 'a record does not match its checksum');
  }
  if (type < FULL || type > LAST) throw new LogDamage(offset, `a record is of unknown type ${type}`);
  return { type, data: log.subarray(offset + HEADER_BYTES, end) };
}
