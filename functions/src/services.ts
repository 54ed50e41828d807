/** Who calls, by an ID token that was verified. */
export interface Caller {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** How this account signed in, such as 'password' or 'google.com'. */
  readonly provider: string;
}

export interface Log {
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields: Readonly<Record<string, unknown>>): void;
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** What the operations need of the world; each heavy part loads when it is first used. */
export interface Services {
  readonly version: string;
  readonly log: Log;
  now(): Date;
  newId(): string;
  /** Throws the failure `notSignedIn` for a token that does not prove anybody. */
  verifyToken(token: string): Promise<Caller>;
}
