import type { Account } from '#aws/account/account.ts';
import type { AwsRequest } from '#aws/http/message.ts';
import type { Caller } from '#aws/signature/authenticate.ts';
import type { ObjectStore } from '#aws/store/object-store.ts';

/** What S3 tells of an object that has come to be. */
export interface CreatedObject {
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  readonly etag: string;
}

/** One request about an object, by somebody who may make it. */
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
