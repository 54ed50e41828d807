import { createHash } from 'node:crypto';

/** Identifies an input, to compare a repeated request with the first one. */
export function digestOf(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url');
}
