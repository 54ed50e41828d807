import { createHash } from 'node:crypto';

const LENGTH = 32;

/** A user's id for AWS, which does not reveal the uid. The hash must not change, because stored keys contain it. */
export function hashedUid(uid: string): string {
  return createHash('sha256').update(`foldmark person\0${uid}`).digest('hex').slice(0, LENGTH);
}
