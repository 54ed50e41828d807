import type { Scope } from '@foldmark/contract/scopes';
import type { AuthorizationCode, DeviceCode, StoredCode } from '@foldmark/contract/stored-grants';

/** What a client asks for. */
export type Asked = Pick<
  StoredCode,
  'client_id' | 'client_host' | 'redirect_host' | 'name' | 'scopes' | 'resources'
>;

/** What a person approves, and the browser in which they do. */
export type Approval = Asked & Pick<AuthorizationCode, 'redirect_uri' | 'challenge' | 'device'>;

/** What a person decides about a device. No scopes: they decline. */
export interface DeviceDecision {
  readonly scopes: readonly Scope[];
  readonly device: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scopes: readonly Scope[];
}

/** What a client sends with a code, for the comparison with what it sent before. */
export interface Exchange {
  readonly client_id: string;
  readonly redirect_uri: string | null;
  readonly verifier: string;
  readonly resources: readonly string[];
}

/** Connects apps by codes, and renews their tokens. Throws an `OAuthError` for what a client must be told. */
export interface Connections {
  /** Returns an authorization code. Throws the failure `tooManyGrants`. */
  approve(uid: string, approval: Approval): Promise<string>;
  /** Makes the codes of a device. */
  offer(asked: Asked): Promise<{ readonly device_code: string; readonly user_code: string }>;
  /** The device that waits for a person to enter this code. Throws the failure `wrongUserCode`. */
  device(uid: string, userCode: string): Promise<DeviceCode>;
  /** Throws the failure `wrongUserCode` or `tooManyGrants`. */
  decide(uid: string, userCode: string, decision: DeviceDecision): Promise<void>;
  redeem(code: string, exchange: Exchange): Promise<Tokens>;
  poll(deviceCode: string, exchange: Pick<Exchange, 'client_id' | 'resources'>): Promise<Tokens>;
  /** Replaces both tokens. With `scopes`, the new access token has only those. */
  refresh(token: string, clientId: string, scopes: readonly Scope[] | null): Promise<Tokens>;
  /** Ends the app of a token. Does nothing if there is none. */
  revoke(token: string, clientId: string): Promise<void>;
}
