import { connectCheckedSchema, connectDecidedSchema } from '@foldmark/contract/connect';
import { grantsSchema } from '@foldmark/contract/grants';
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  type OAuthClientInformationFull,
  refreshAuthorization,
  registerClient,
  startAuthorization,
} from '@modelcontextprotocol/client';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';

import { type Person, register, send } from '#tests/api/support.ts';

const REDIRECT = 'http://localhost:51004/callback';

/** What an MCP client finds out first, by a call without a token: the resource, and the endpoints of its authorization server. */
async function discovered() {
  const api = `${inject('suite').appUrl}/api`;
  const { resourceMetadataUrl } = extractWWWAuthenticateParams(
    await fetch(`${api}/links/list/`, { method: 'POST' }),
  );
  if (resourceMetadataUrl === undefined) throw new Error('The refusal names no metadata.');
  const { resource, authorization_servers: [server = ''] = [] } =
    await discoverOAuthProtectedResourceMetadata(api, { resourceMetadataUrl });
  const metadata = await discoverAuthorizationServerMetadata(server);
  if (metadata === undefined) throw new Error('The authorization server has no metadata.');
  return { resource, server, metadata };
}

type Server = Awaited<ReturnType<typeof discovered>>;

async function registered({ server, metadata }: Server) {
  return registerClient(server, {
    metadata,
    clientMetadata: {
      client_name: 'An agent',
      // Another port than that of the request.
      redirect_uris: ['http://localhost:3118/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  });
}

/** The person approves in the app. Returns what the browser brings back. */
async function approved(person: Person, query: string) {
  const decided = await person.ask('/connect/decide/', {
    query,
    approve: true,
    scopes: ['read'],
    device: 'Firefox',
  });
  const { redirect_to } = z.parse(connectDecidedSchema, decided);
  return new URL(redirect_to ?? '');
}

/** Connects an app from the discovery to its tokens. */
async function connected(
  person: Person,
  found: Server,
  client: Pick<OAuthClientInformationFull, 'client_id'>,
) {
  const { server, metadata, resource } = found;
  const asked = { metadata, clientInformation: client, redirectUrl: REDIRECT, scope: 'read', resource };
  const { authorizationUrl, codeVerifier } = await startAuthorization(server, {
    ...asked,
    state: 'the-state',
  });
  expect(authorizationUrl.origin + authorizationUrl.pathname).toBe(`${inject('suite').appUrl}/connect`);
  const back = await approved(person, authorizationUrl.search.slice(1));
  expect(back.href.startsWith(`${REDIRECT}?`)).toBe(true);
  expect(back.searchParams.get('state')).toBe('the-state');
  const tokens = await exchangeAuthorization(server, {
    metadata,
    clientInformation: client,
    authorizationCode: back.searchParams.get('code') ?? '',
    iss: back.searchParams.get('iss') ?? '',
    codeVerifier,
    redirectUri: REDIRECT,
    resource,
  });
  return { tokens, query: authorizationUrl.search.slice(1) };
}

async function listLinks(token: string) {
  return send('/links/list/', { headers: { authorization: `Bearer ${token}` } });
}

async function appsOf(person: Person) {
  return z.decode(grantsSchema, z.parse(z.any(), await person.ask('/grants/list/', {})));
}

test('the official MCP client finds, registers, connects and renews itself, and makes calls', async () => {
  const person = await register();
  const found = await discovered();
  const client = await registered(found);
  const { tokens } = await connected(person, found, client);
  expect(await listLinks(tokens.access_token)).toMatchObject({ status: 200, body: [] });
  const renewed = await refreshAuthorization(found.server, {
    metadata: found.metadata,
    clientInformation: client,
    refreshToken: tokens.refresh_token ?? '',
    resource: found.resource,
  });
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  expect(await listLinks(renewed.access_token)).toMatchObject({ status: 200 });
  expect(await appsOf(person)).toMatchObject([
    { kind: 'app', name: 'An agent', scopes: ['read'], device: 'Firefox', state: 'active' },
  ]);
});

test("a person can neither end nor undo another person's app", async () => {
  const [ann, bob] = [await register(), await register()];
  const found = await discovered();
  const { tokens } = await connected(ann, found, await registered(found));
  const [app] = await appsOf(ann);
  for (const path of ['/grants/revoke/', '/grants/undo/'] as const)
    expect(await bob.call(path, { grant_id: app?.grant_id })).toMatchObject({
      body: { code: 'noSuchGrant' },
    });
  expect(await listLinks(tokens.access_token)).toMatchObject({ status: 200 });
});

/** Serves the metadata of an app, at its own id. The local project may read from 127.0.0.1 only. */
async function metadataOf(fields: object = {}, host = '127.0.0.1') {
  const state = { requests: 0, client_id: '' };
  const answer: RequestListener = (_request, response) => {
    state.requests += 1;
    const document = {
      client_id: state.client_id,
      client_name: 'An agent',
      redirect_uris: [REDIRECT],
      ...fields,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  };
  const server = createServer(answer).listen(0, host);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  state.client_id = `http://${host}:${typeof address === 'object' ? address?.port : ''}/client.json`;
  return state;
}

/** What the consent page gets. */
async function checked(client_id: string, redirectUrl = REDIRECT) {
  const { server, metadata, resource } = await discovered();
  const clientInformation = { client_id };
  const asked = { metadata, clientInformation, redirectUrl, scope: 'read', resource };
  const { authorizationUrl } = await startAuthorization(server, asked);
  const person = await register();
  const answer = await person.call('/connect/check/', { query: authorizationUrl.search.slice(1) });
  return answer.status === 200 ? z.parse(connectCheckedSchema, answer.body) : answer.body;
}

describe('an app whose id is the url of its metadata', () => {
  test('shows its host and its name, and connects without a registration', async () => {
    const { client_id } = await metadataOf();
    const { host } = new URL(client_id);
    expect(await checked(client_id)).toMatchObject({
      state: 'ask',
      name: 'An agent',
      host,
      sent_to: 'localhost',
    });
    const { tokens } = await connected(await register(), await discovered(), { client_id });
    expect(await listLinks(tokens.access_token)).toMatchObject({ status: 200 });
  });

  test('shows its host as its name if the name imitates Foldmark', async () => {
    const { client_id } = await metadataOf({ client_name: 'Fоldmark' });
    const { host } = new URL(client_id);
    expect(await checked(client_id)).toMatchObject({ state: 'ask', name: host, host });
  });

  test.each([
    ['of 1 MB', { logo: 'x'.repeat(1024 * 1024) }],
    ['of another id', { client_id: 'https://other.example/client.json' }],
  ])('is unknown with metadata %s', async (_what, fields) => {
    const { client_id } = await metadataOf(fields);
    expect(await checked(client_id)).toMatchObject({ code: 'unknownClient' });
  });

  test('is unknown on a private address, which gets no request', async () => {
    const state = await metadataOf({}, '127.0.0.2');
    expect(await checked(state.client_id)).toMatchObject({ code: 'unknownClient' });
    expect(await checked(state.client_id.replace('http:', 'https:'))).toMatchObject({
      code: 'unknownClient',
    });
    expect(state.requests).toBe(0);
  });

  test('never sends the browser to an address that it does not name', async () => {
    const { client_id } = await metadataOf();
    expect(await checked(client_id, 'https://evil.example/')).toMatchObject({ code: 'wrongRedirect' });
  });
});
