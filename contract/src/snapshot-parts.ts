import { fieldsOf } from '@foldmark/library/entities/fields-of';
import { type Micros, microsOfTimestamp } from '@foldmark/library/entities/records';
import { REPLICA_MAX_AGE_DAYS, SNAPSHOT_MAX_BYTES, SNAPSHOT_SCHEMA } from './limits.ts';
import { BrokenSnapshot } from './snapshot.ts';

/** A readable snapshot, still compressed. */
export interface JoinedSnapshot {
  /** The library is complete up to this timestamp, except for writes of the last `IN_FLIGHT_MS`. */
  readonly at: Micros;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const MAX_AGE_MICROS = REPLICA_MAX_AGE_DAYS * 86_400_000_000;

/**
 * Joins the documents of the collection `snapshots`. Returns null if there are none. Throws `BrokenSnapshot` if the snapshot has
 * another format, is incomplete, is mixed with another one, or is too old.
 */
export function joinSnapshot(documents: readonly unknown[], now: Micros): JoinedSnapshot | null {
  const parts = documents.map(readPart).sort((left, right) => left.index - right.index);
  const [first] = parts;
  if (first === undefined) return null;
  const { at } = first;
  if (now - at > MAX_AGE_MICROS) throw new BrokenSnapshot('The snapshot is too old.');
  if (parts.length !== first.parts) throw new BrokenSnapshot('Parts of the snapshot are missing.');
  const bytes = new Uint8Array(first.bytes);
  let length = 0;
  for (const [place, part] of parts.entries()) {
    const isSame = part.bytes === first.bytes && part.parts === first.parts && part.at === at;
    if (!isSame || part.index !== place) throw new BrokenSnapshot('The parts are of different snapshots.');
    if (length + part.data.length > bytes.length) throw new BrokenSnapshot('The snapshot is too long.');
    bytes.set(part.data, length);
    length += part.data.length;
  }
  if (length !== bytes.length) throw new BrokenSnapshot('The snapshot is too short.');
  return { at, bytes };
}

interface Part {
  readonly at: Micros;
  readonly index: number;
  readonly parts: number;
  readonly bytes: number;
  readonly data: Uint8Array;
}

/**
 * Parses a part like `storedSnapshotPartSchema`, but without zod: a new browser waits for this code before it requests its
 * library.
 */
function readPart(document: unknown): Part {
  const { schema, index, parts, bytes, data } = fieldsOf(document);
  // Check the version first, because another version may have other fields.
  if (schema !== SNAPSHOT_SCHEMA) throw new BrokenSnapshot('The snapshot has another format.');
  const at = timestampOfPart(document);
  const isWhole = at !== null && isCount(index) && isCount(parts) && isCount(bytes);
  if (!isWhole || bytes > SNAPSHOT_MAX_BYTES || !(data instanceof Uint8Array)) {
    throw new BrokenSnapshot('A part of the snapshot is damaged.');
  }
  return { at, index, parts, bytes, data };
}

/** The timestamp of a part of any format. Null if the part has none. */
export function timestampOfPart(document: unknown): Micros | null {
  const { at } = fieldsOf(document);
  // Not a copy: the timestamps of the Admin client have getters, which a copy would lose.
  if (typeof at !== 'object' || at === null || !('seconds' in at && 'nanoseconds' in at)) return null;
  const { seconds, nanoseconds } = at;
  if (typeof seconds !== 'number' || typeof nanoseconds !== 'number') return null;
  return microsOfTimestamp({ seconds, nanoseconds });
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
