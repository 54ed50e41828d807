import { createHash, randomBytes } from 'node:crypto';

import { StatusError } from '#firestore/api/status.ts';

const RANDOM_BYTES = 11;
const KIND_BYTES = 1;
const CHECK_BYTES = 4;
const READ_ONLY = 1;

/**
 * Random bytes, the kind of the transaction, and a checksum with the database. So a server recognizes the id of a
 * transaction that has ended, also after a restart, and needs no list of them.
 */
export function newTransactionId(database: string, isReadOnly: boolean): Uint8Array {
  const body = randomBytes(RANDOM_BYTES + KIND_BYTES);
  body[RANDOM_BYTES] = isReadOnly ? READ_ONLY : 0;
  return Buffer.concat([body, checksum(database, body)]);
}

/** Throws if a transaction cannot be the retry of this one. */
export function checkRetried(database: string, id: Uint8Array): void {
  const body = id.subarray(0, RANDOM_BYTES + KIND_BYTES);
  const isOurs = Buffer.compare(id.subarray(body.length), checksum(database, body)) === 0;
  if (!isOurs) throw new StatusError('INVALID_ARGUMENT', 'Invalid transaction.');
  if (body[RANDOM_BYTES] === READ_ONLY) {
    throw new StatusError('INVALID_ARGUMENT', 'Cannot retry a read-only transaction.');
  }
}

function checksum(database: string, body: Uint8Array): Buffer {
  return createHash('sha256').update(database).update(body).digest().subarray(0, CHECK_BYTES);
}
