import type { SkipReason } from '@foldmark/library/changes/changes';
import type { FailureCode } from '@foldmark/contract/failures';

import { Failure } from '#functions/errors/failure.ts';

/** A change can't be made. Its documented call fails with the code. /batch/ skips it, for the reason. */
export class NotMade extends Failure {
  readonly why: SkipReason;

  constructor(why: SkipReason, code: FailureCode) {
    super(code);
    this.why = why;
  }
}
