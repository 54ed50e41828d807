import type { Account } from '#aws/account/account.ts';
import type { AwsRequest } from '#aws/http/message.ts';
import type { Caller } from '#aws/signature/authenticate.ts';
import type { ObjectStore } from '#aws/store/object-store.ts';

/** The data of S3's event for a created object. */
export interface CreatedObject {
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  readonly etag: string;
}

/** An authorized request. */
export interface S3Call {
  readonly request: AwsRequest;
  readonly caller: Caller | null;
  readonly key: string;
  readonly account: Account;
  readonly store: ObjectStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onCreated: (created: CreatedObject) => Promise<void>;
}
