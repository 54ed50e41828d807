import * as z from 'zod/mini';

import { CONNECT_PATH, type ProtocolPath } from '../protocol-endpoints.ts';
import type { Scope } from '../scopes.ts';
import { badAnswer, CallError, ended } from './call-error.ts';
import { type ClientDeps, exchange, failed, type Received } from './exchange.ts';

export interface OAuthDeps extends ClientDeps {
  readonly clientId: string;
}

const metadataSchema = z.object({ issuer: z.string() });
const errorSchema = z.object({ error: z.string(), error_description: z.optional(z.string()) });
export const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** In seconds. */
  expires_in: z.number(),
  scope: z.string(),
});
export type GivenTokens = z.infer<typeof tokensSchema>;

/** The address that the server at an origin has for itself. Rejects if there is no Foldmark. */
export async function issuerAt(deps: ClientDeps): Promise<string> {
  const path: ProtocolPath = '/.well-known/oauth-authorization-server';
  const received = await exchange(deps, path, { method: 'GET' });
  return parsed(received, metadataSchema).issuer;
}

interface Authorization {
  readonly redirectUri: string;
  readonly scope: Scope;
  readonly state: string;
  readonly challenge: string;
}

/** The page on which the person allows the app to be connected. */
export function authorizeUrl(
  { origin, clientId }: Pick<OAuthDeps, 'origin' | 'clientId'>,
  { redirectUri, scope, state, challenge }: Authorization,
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return `${origin}${CONNECT_PATH}?${query.toString()}`;
}

/** The code in the address to which the browser was sent back. Throws if another server or another request has sent it. */
export function codeIn(
  address: string,
  { origin, state }: { readonly origin: string; readonly state: string },
) {
  const query = new URL(address).searchParams;
  if (query.get('state') !== state || query.get('iss') !== origin)
    throw new CallError('refused', ['The answer came from another server, so nothing was connected.'], {
      failure: 'wrong_answer',
    });
  const code = query.get('code');
  if (code !== null) return code;
  throw oauthError(query.get('error') ?? 'server_error', query.get('error_description'), 400);
}

export async function exchangeCode(
  deps: OAuthDeps,
  {
    code,
    verifier,
    redirectUri,
  }: { readonly code: string; readonly verifier: string; readonly redirectUri: string },
): Promise<GivenTokens> {
  const form = { code, code_verifier: verifier, redirect_uri: redirectUri };
  return askForTokens(deps, { grant_type: 'authorization_code', ...form });
}

/** New tokens for a refresh token. The error is of kind `ended` if the app is no longer connected. */
export async function refreshTokens(deps: OAuthDeps, refreshToken: string): Promise<GivenTokens> {
  try {
    return await askForTokens(deps, { grant_type: 'refresh_token', refresh_token: refreshToken });
  } catch (thrown) {
    if (thrown instanceof CallError && thrown.failure === 'invalid_grant')
      throw ended({ cause: thrown, status: thrown.status, failure: thrown.failure });
    throw thrown;
  }
}

/** Ends the app that a token belongs to. */
export async function revokeToken(deps: OAuthDeps, token: string): Promise<void> {
  const received = await postForm(deps, '/oauth/revoke', { token });
  if (received.status !== 200) throw failureOf(received);
}

/** @internal Also for device codes. */
export async function askForTokens(
  deps: OAuthDeps,
  form: Readonly<Record<string, string>>,
): Promise<GivenTokens> {
  return parsed(await postForm(deps, '/oauth/token', form), tokensSchema);
}

/** @internal */
export async function postForm(
  deps: OAuthDeps,
  path: ProtocolPath,
  form: Readonly<Record<string, string>>,
): Promise<Received> {
  return exchange(deps, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: deps.clientId, ...form }).toString(),
  });
}

/** @internal */
export function parsed<T>(received: Received, schema: z.ZodMiniType<T>): T {
  if (received.status !== 200) throw failureOf(received);
  const answer = z.safeParse(schema, received.body);
  if (!answer.success) throw badAnswer(received.status, answer.error);
  return answer.data;
}

function failureOf(received: Received): CallError {
  const answer = z.safeParse(errorSchema, received.body);
  if (!answer.success) return failed(received, null);
  const { error, error_description = error } = answer.data;
  return failed(received, { failure: error, messages: [error_description] });
}

function oauthError(error: string, description: string | null, status: number): CallError {
  return new CallError('refused', [description ?? error], { failure: error, status });
}
