import type { RefusalReason } from '#library/files/library-file.ts';

/** Stops reading a file. The reader returns the error as a `RefusedFile`. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly hint: string;

  constructor(reason: RefusalReason, hint: string) {
    super(hint);
    this.reason = reason;
    this.hint = hint;
  }
}
