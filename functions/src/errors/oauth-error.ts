import { DEVICE_INTERVAL_S } from '@foldmark/contract/limits';

/** The errors of OAuth that we answer (RFC 6749, 7009, 7591, 8628 and 8707). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_response_type'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'access_denied'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'temporarily_unavailable'
  | 'server_error';

/** A request of a client has failed for a cause that OAuth has a code for. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }
}

/** Tells a device that it asks too often. */
export function slowDown(): OAuthError {
  return new OAuthError('slow_down', `Ask once in ${DEVICE_INTERVAL_S} seconds, and now more slowly.`);
}
