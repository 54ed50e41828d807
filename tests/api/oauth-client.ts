import { connectCheckedSchema } from '@foldmark/contract/connect';
import type { Scope } from '@foldmark/contract/scopes';
import * as oauth from 'oauth4webapi';
import { inject } from 'vitest';
import * as z from 'zod/mini';

import { openFirestore } from '#tests/api/firestore.ts';
import type { Person } from '#tests/api/support.ts';

/** An app by a library that others wrote, over http as in the local suite. */

const firestore = openFirestore();
const insecure = { [oauth.allowInsecureRequests]: true } as const;
export const REDIRECT = 'https://app.example/callback?kept=1';

export function issuer(): string {
  return inject('suite').appUrl;
}

export interface App {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
}

/** Discovers the server from the resource, and registers. */
export async function discover(name = 'An app', redirects: string[] = [REDIRECT]): Promise<App> {
  const resource = new URL(`${issuer()}/api`);
  const { authorization_servers: [server = ''] = [] } = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  const url = new URL(server);
  const found = await oauth.discoveryRequest(url, { ...insecure, algorithm: 'oauth2' });
  const metadata = await oauth.processDiscoveryResponse(url, found);
  const registered = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      metadata,
      { client_name: name, redirect_uris: redirects, token_endpoint_auth_method: 'none' },
      insecure,
    ),
  );
  return { server: metadata, client: registered };
}

export interface Request {
  readonly query: string;
  readonly verifier: string;
  readonly state: string;
}

/** The query of the page to which an app sends the browser. */
export async function requestOf(
  { client }: App,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Request> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'read write',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: `${issuer()}/api`,
    ...parameters,
  });
  return { query: query.toString(), verifier, state };
}

export async function check(person: Person, query: string) {
  return z.parse(connectCheckedSchema, await person.ask('/connect/check/', { query }));
}

/** Approves as the page does. Returns the address of the app to which the browser goes. */
export async function approve(person: Person, query: string, scopes: Scope[] = ['write']): Promise<string> {
  const decided = await person.ask('/connect/decide/', { query, approve: true, scopes, device: 'Firefox' });
  return z.parse(z.object({ redirect_to: z.string() }), decided).redirect_to;
}

export async function exchange(
  { server, client }: App,
  { state, verifier }: Pick<Request, 'state' | 'verifier'>,
  returned: string,
  redirect = REDIRECT,
): Promise<oauth.TokenEndpointResponse> {
  const callback = oauth.validateAuthResponse(server, client, new URL(returned), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    callback,
    redirect,
    verifier,
    insecure,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

export async function refresh({ server, client }: App, token = '', parameters: Record<string, string> = {}) {
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, {
    ...insecure,
    additionalParameters: parameters,
  });
  return oauth.processRefreshTokenResponse(server, client, response);
}

export async function askForDevice({ server, client }: App, scope = 'read') {
  const response = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), { scope }, insecure);
  return oauth.processDeviceAuthorizationResponse(server, client, response);
}

export async function poll({ server, client }: App, deviceCode: string) {
  const response = await oauth.deviceCodeGrantRequest(server, client, oauth.None(), deviceCode, insecure);
  return oauth.processDeviceCodeResponse(server, client, response);
}

export async function revoke({ server, client }: App, token: string): Promise<void> {
  const response = await oauth.revocationRequest(server, client, oauth.None(), token, insecure);
  await oauth.processRevocationResponse(response);
}

/** The error of OAuth that a request ends with. */
export async function errorOf(request: Promise<unknown>): Promise<string> {
  return request.then(
    () => 'no error',
    (thrown: unknown) => {
      if (thrown instanceof oauth.ResponseBodyError) return thrown.error;
      throw thrown;
    },
  );
}

/** Connects an app, as its person sees it. */
export async function connect(person: Person, app: App) {
  const request = await requestOf(app);
  const tokens = await exchange(app, request, await approve(person, request.query));
  return { ...tokens, refresh_token: tokens.refresh_token ?? '' };
}

/** The codes and tokens of a person, also the used ones. */
export async function documentsOf(uid: string): Promise<object[]> {
  const found = await Promise.all([
    firestore.collection('codes').where('uid', '==', uid).get(),
    firestore.collection('tokens').where('uid', '==', uid).get(),
    firestore.collection('tokens').where('spent_by', '==', uid).get(),
  ]);
  return found.flatMap(({ docs }) => docs.map((snapshot) => snapshot.data()));
}

/** Makes a documented call with an access token. Returns its status and the challenge of a refusal. */
export async function callWith(token: string, path = '/links/list/', body: object = {}) {
  const response = await oauth
    .protectedResourceRequest(
      token,
      'POST',
      new URL(`${issuer()}/api${path}`),
      new Headers({ 'content-type': 'application/json' }),
      JSON.stringify(body),
      insecure,
    )
    .catch((thrown: unknown) => {
      if (thrown instanceof oauth.WWWAuthenticateChallengeError) return thrown.response;
      throw thrown;
    });
  await response.body?.cancel();
  return { status: response.status, challenge: response.headers.get('www-authenticate') ?? '' };
}
