import type { OpenPath, SignedInPath } from '@foldmark/contract/endpoints';

import { health } from '#functions/operations/health.ts';
import type { OpenOperation, Operation } from '#functions/operations/operation.ts';

/** An operation for each path of the contract's table. */
export interface Operations {
  readonly open: Readonly<{ [P in OpenPath]?: OpenOperation<P> }>;
  readonly signedIn: Readonly<{ [P in SignedInPath]?: Operation<P> }>;
}

export const operations: Operations = {
  open: { '/health/': health },
  signedIn: {},
};
