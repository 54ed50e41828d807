import { microsOf, timestampOfMicros } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

const INSTANCE_BYTES = 8;
const TOKEN_BYTES = INSTANCE_BYTES + 8;

/**
 * Resume tokens are a point in time of one life of the server: what another life knew of its past may be gone, so its
 * tokens mean nothing here.
 */
export class ResumeTokens {
  readonly #instance: Buffer;

  /** Eight bytes that no other life has. */
  constructor(instance: Uint8Array) {
    this.#instance = Buffer.from(instance.subarray(0, INSTANCE_BYTES));
  }

  of(time: Timestamp): Uint8Array {
    const token = Buffer.alloc(TOKEN_BYTES);
    this.#instance.copy(token);
    token.writeBigInt64BE(BigInt(microsOf(time)), INSTANCE_BYTES);
    return token;
  }

  /** Null for a token that is not one of these. */
  read(bytes: Uint8Array): Timestamp | null {
    const token = Buffer.from(bytes);
    if (token.length !== TOKEN_BYTES || !token.subarray(0, INSTANCE_BYTES).equals(this.#instance))
      return null;
    return timestampOfMicros(Number(token.readBigInt64BE(INSTANCE_BYTES)));
  }
}
