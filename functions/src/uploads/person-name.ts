import { createHash } from 'node:crypto';

const LENGTH = 32;

/** What AWS knows a person by: always the same, and nothing that leads back to the account. */
export function personName(uid: string): string {
  return createHash('sha256').update(`foldmark person\0${uid}`).digest('hex').slice(0, LENGTH);
}
