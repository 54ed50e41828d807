import { microsOf, timestampOfMicros } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

const INSTANCE_BYTES = 8;
const TOKEN_BYTES = INSTANCE_BYTES + 8;

/**
 * A resume token is a point in time within one run of the server. After a restart the server has lost the history that
 * older tokens refer to, so it ignores tokens of other runs.
 */
export class ResumeTokens {
  readonly #instance: Buffer;

  /** `instance` is eight random bytes that identify this run of the server. */
  constructor(instance: Uint8Array) {
    this.#instance = Buffer.from(instance.subarray(0, INSTANCE_BYTES));
  }

  of(time: Timestamp): Uint8Array {
    const token = Buffer.alloc(TOKEN_BYTES);
    this.#instance.copy(token);
    token.writeBigInt64BE(BigInt(microsOf(time)), INSTANCE_BYTES);
    return token;
  }

  /** Null if the token is invalid or belongs to another run. */
  read(bytes: Uint8Array): Timestamp | null {
    const token = Buffer.from(bytes);
    if (token.length !== TOKEN_BYTES || !token.subarray(0, INSTANCE_BYTES).equals(this.#instance))
      return null;
    return timestampOfMicros(Number(token.readBigInt64BE(INSTANCE_BYTES)));
  }
}
