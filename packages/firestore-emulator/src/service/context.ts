import type { Authorizer } from '#firestore/service/authorize.ts';
import type { IndexAdvisor } from '#firestore/query/indexes/index-advisor.ts';
import type { Store } from '#firestore/store/store.ts';
import type { UsageMeter } from '#firestore/usage/usage-meter.ts';

/** The dependencies of all operations of the service. */
export interface ServiceContext {
  readonly store: Store;
  readonly authorizer: Authorizer;
  readonly usage: UsageMeter;
  /** Null if the server knows no index definitions. Then no query needs an index. */
  readonly indexes?: IndexAdvisor | null;
  /** Creates the id of a document if the request has none. */
  readonly newDocumentId: () => string;
}
