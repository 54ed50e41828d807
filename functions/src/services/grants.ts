import type { Grant } from '@foldmark/contract/grants';
import type { Scope } from '@foldmark/contract/scopes';

import type { NewGrant } from '#functions/store/apps/firestore-grants.ts';

/** The app that an access token belongs to. */
export interface Grantee {
  readonly uid: string;
  readonly grant_id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** What a check of a token has read and written. */
export interface CheckedToken {
  readonly grantee: Grantee;
  readonly reads: number;
  readonly writes: number;
}

/** The connected apps of all people, and their access tokens. */
export interface Grants {
  /** Throws one of `TOKEN_FAILURES` if the token is not valid now. */
  check(token: string): Promise<CheckedToken>;
  /** Stores an app with its token. Throws the failure `tooManyGrants` or `noProfile`. */
  create(uid: string, grant: NewGrant, token: string): Promise<Grant>;
  /** The active apps, and those that have ended in the last 30 days. */
  list(uid: string): Promise<Grant[]>;
  /** Null if the person has no such app. */
  find(uid: string, grantId: string): Promise<Grant | null>;
  /** Ends an app. Returns null if the person has no such app. */
  revoke(uid: string, grantId: string): Promise<Grant | null>;
  /** Ends the apps of a person that were made before a time. */
  revokeBefore(uid: string, ms: number): Promise<void>;
}
