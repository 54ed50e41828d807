import type { Authorizer } from '#firestore/service/authorize.ts';
import type { Store } from '#firestore/store/store.ts';
import type { UsageMeter } from '#firestore/usage/usage-meter.ts';

/** What every operation of the service works with. */
export interface ServiceContext {
  readonly store: Store;
  readonly authorizer: Authorizer;
  readonly usage: UsageMeter;
  /** An id for a document whose creator names none. */
  readonly newDocumentId: () => string;
}
