/**
 * The endpoints of OAuth. Clients that others wrote call them, so their paths, bodies and errors are those of the RFCs, and they are not in
 * the table of the API's calls. Each is a path of the app's own host.
 */

export interface ProtocolEndpoint {
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  /** The type of the body of a POST. */
  readonly body: 'form' | 'json' | null;
}

export const PROTOCOL_ENDPOINTS = {
  '/.well-known/oauth-authorization-server': {
    summary: 'Tells clients where the other endpoints are, and what they support (RFC 8414).',
    method: 'GET',
    body: null,
  },
  '/.well-known/oauth-protected-resource': {
    summary: 'Tells clients of the host which authorization server to ask (RFC 9728).',
    method: 'GET',
    body: null,
  },
  '/.well-known/oauth-protected-resource/api': {
    summary: 'The same for the API.',
    method: 'GET',
    body: null,
  },
  '/.well-known/oauth-protected-resource/mcp': {
    summary: 'The same for the MCP server.',
    method: 'GET',
    body: null,
  },
  '/oauth/token': {
    summary: 'Exchanges an authorization code, a refresh token or a device code for tokens.',
    method: 'POST',
    body: 'form',
  },
  '/oauth/device': {
    summary: 'Makes a code that a person enters at /connect, for apps without a browser (RFC 8628).',
    method: 'POST',
    body: 'form',
  },
  '/oauth/revoke': {
    summary: 'Ends the app that a token belongs to (RFC 7009).',
    method: 'POST',
    body: 'form',
  },
  '/oauth/register': {
    summary: 'Gives a client an id, unless it has the url of its metadata (RFC 7591).',
    method: 'POST',
    body: 'json',
  },
} as const satisfies Record<string, ProtocolEndpoint>;

export type ProtocolPath = keyof typeof PROTOCOL_ENDPOINTS;

export function isProtocolPath(path: string): path is ProtocolPath {
  return Object.hasOwn(PROTOCOL_ENDPOINTS, path);
}

/** The authorization endpoint: a page of the app. */
export const CONNECT_PATH = '/connect';
/** The resources of the host that tokens are for. The host itself is one too. */
export const RESOURCE_PATHS = ['/api', '/mcp'] as const;
