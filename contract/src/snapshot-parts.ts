import * as z from 'zod/mini';

import type { Micros } from './library-records.ts';
import { REPLICA_MAX_AGE_DAYS, SNAPSHOT_SCHEMA } from './limits.ts';
import { microsOfTimestamp } from './read-document.ts';
import { BrokenSnapshot } from './snapshot.ts';
import { storedSnapshotPartSchema } from './stored.ts';

/** A snapshot that can be read, compressed. */
export interface JoinedSnapshot {
  /** The library is complete up to here, except for writes of the last `IN_FLIGHT_MS`. */
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
  const at = microsOfTimestamp(first.at);
  if (now - at > MAX_AGE_MICROS) throw new BrokenSnapshot('The snapshot is too old.');
  if (parts.length !== first.parts) throw new BrokenSnapshot('Parts of the snapshot are missing.');
  const bytes = new Uint8Array(first.bytes);
  let length = 0;
  for (const [place, part] of parts.entries()) {
    const isSame =
      part.bytes === first.bytes && part.parts === first.parts && microsOfTimestamp(part.at) === at;
    if (!isSame || part.index !== place) throw new BrokenSnapshot('The parts are of different snapshots.');
    if (length + part.data.length > bytes.length) throw new BrokenSnapshot('The snapshot is too long.');
    bytes.set(part.data, length);
    length += part.data.length;
  }
  if (length !== bytes.length) throw new BrokenSnapshot('The snapshot is too short.');
  return { at, bytes };
}

const anyVersionSchema = z.object({ schema: z.int() });

function readPart(document: unknown): z.infer<typeof storedSnapshotPartSchema> {
  // Another version may have other fields, so the version is read first.
  const { data: version } = z.safeParse(anyVersionSchema, document);
  if (version?.schema !== SNAPSHOT_SCHEMA) throw new BrokenSnapshot('The snapshot has another format.');
  const { data: part, error: cause } = z.safeParse(storedSnapshotPartSchema, document);
  if (part === undefined) throw new BrokenSnapshot('A part of the snapshot is damaged.', { cause });
  return part;
}
