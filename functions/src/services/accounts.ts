/** The verified contents of an ID token. */
export interface Caller {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The name that the identity provider stores, or an empty string. */
  readonly name: string;
  /** The sign-in method of this session, such as 'password' or 'google.com'. */
  readonly provider: string;
  readonly signedInAt: Date;
}

/** An account as the identity provider stores it now. A token can be up to an hour older. */
export interface Account {
  readonly email: string;
  readonly hasPassword: boolean;
  /** When the provider last ended all sessions, for example because the password changed. Rounded down to a second. */
  readonly sessionsEndedAt: Date;
  /**
   * Whether the provider has ended sessions since the sign-up. It does so when it removes the password of an unconfirmed account.
   */
  readonly hasEndedSessions: boolean;
}

/** The accounts of the identity provider. */
export interface Accounts {
  /** Throws the failure `notSignedIn` if the token is invalid, expired or revoked. */
  verify(token: string): Promise<Caller>;
  /** Returns null if the account does not exist or is disabled. */
  find(uid: string): Promise<Account | null>;
  /** Returns which of at most 100 uids have no account. A disabled account counts as an account. */
  missing(uids: readonly string[]): Promise<readonly string[]>;
  /** Ends all sessions before this one, unless the provider has done so already. Their ID tokens stay valid for up to an hour. */
  endEarlierSessions(caller: Pick<Caller, 'uid' | 'signedInAt'>): Promise<void>;
  /** Does nothing if the account is already deleted. */
  remove(uid: string): Promise<void>;
}
