import { CONNECT_PATH } from '@foldmark/contract/protocol-endpoints';
import { SCOPES } from '@foldmark/contract/scopes';

/** What the authorization server supports (RFC 8414). */
export function serverMetadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}${CONNECT_PATH}`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    device_authorization_endpoint: `${issuer}/oauth/device`,
    registration_endpoint: `${issuer}/oauth/register`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/** Which server gives tokens for a resource of the host, and for which scopes (RFC 9728). */
export function resourceMetadata(issuer: string, path: string): object {
  return {
    resource: `${issuer}${path}`,
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Foldmark',
  };
}

/** Where the metadata of the API is, for the refusal of a token (RFC 9728, 5.1). */
export function metadataUrl(issuer: string): string {
  return `${issuer}/.well-known/oauth-protected-resource/api`;
}
