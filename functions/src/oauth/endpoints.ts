import { isToken, TOKEN_PREFIXES } from '@foldmark/contract/access-tokens';
import { ACCESS_TOKEN_S, DEVICE_CODE_S, DEVICE_INTERVAL_S } from '@foldmark/contract/limits';
import { CONNECT_PATH, type ProtocolPath } from '@foldmark/contract/protocol-endpoints';

import { OAuthError, slowDown } from '#functions/errors/oauth-error.ts';
import { Form } from '#functions/oauth/form.ts';
import { resourceMetadata, serverMetadata } from '#functions/oauth/metadata.ts';
import { resourcesOf, scopesOf } from '#functions/oauth/parameters.ts';
import { registerClient } from '#functions/oauth/register-client.ts';
import { shownClient } from '#functions/oauth/redirects.ts';
import type { Tokens } from '#functions/services/connections.ts';
import type { OAuthClient } from '#functions/services/oauth-clients.ts';
import type { Services } from '#functions/services/services.ts';

export interface ProtocolAnswer {
  readonly status: number;
  readonly body: object;
}

export interface ProtocolRequest {
  /** The text of a form, or of JSON. */
  readonly body: string;
  /** The address of the caller, who can forge it. */
  readonly address: string;
}

/** Answers one endpoint. */
export type ProtocolHandler = (request: ProtocolRequest, services: Services) => Promise<ProtocolAnswer>;

/** One handler per path of the contract's table. A path without a handler does not compile. */
export const PROTOCOL_HANDLERS: Readonly<Record<ProtocolPath, ProtocolHandler>> = {
  '/.well-known/oauth-authorization-server': async (_, { issuer }) => ok(serverMetadata(issuer())),
  '/.well-known/oauth-protected-resource': async (_, { issuer }) => ok(resourceMetadata(issuer(), '')),
  '/.well-known/oauth-protected-resource/api': async (_, { issuer }) =>
    ok(resourceMetadata(issuer(), '/api')),
  '/.well-known/oauth-protected-resource/mcp': async (_, { issuer }) =>
    ok(resourceMetadata(issuer(), '/mcp')),
  '/oauth/token': token,
  '/oauth/device': device,
  '/oauth/revoke': revoke,
  '/oauth/register': register,
};

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

async function token({ body, address }: ProtocolRequest, services: Services): Promise<ProtocolAnswer> {
  const form = new Form(body);
  countExchange(form, address, services);
  form.requireSingle();
  const grantType = form.need('grant_type');
  const client_id = form.need('client_id');
  const resources = resourcesOf(form.all('resource'), services.issuer());
  const connections = await services.connections();
  if (grantType === 'authorization_code') {
    const sent = { client_id, resources, redirect_uri: form.get('redirect_uri') };
    const verifier = form.need('code_verifier');
    return tokens(await connections.redeem(form.need('code'), { ...sent, verifier }));
  }
  if (grantType === DEVICE_GRANT)
    return tokens(await connections.poll(form.need('device_code'), { client_id, resources }));
  if (grantType !== 'refresh_token')
    throw new OAuthError('unsupported_grant_type', 'grant_type is not one of this server.');
  const refreshed = form.need('refresh_token');
  if (!isToken(refreshed) || !refreshed.startsWith(TOKEN_PREFIXES.refresh))
    throw new OAuthError('invalid_grant', 'This is no refresh token.');
  return tokens(await connections.refresh(refreshed, client_id, scopesOf(form.get('scope'))));
}

function countExchange(form: Form, address: string, { rates }: Services): void {
  try {
    rates.count('token', address);
  } catch (error) {
    // A device knows only this error of waiting (RFC 8628, 3.5). After any other it gives up.
    if (form.get('grant_type') === DEVICE_GRANT) throw slowDown();
    throw error;
  }
}

function tokens({ access_token, refresh_token, scopes }: Tokens): ProtocolAnswer {
  const scope = scopes.join(' ');
  return ok({ access_token, token_type: 'Bearer', expires_in: ACCESS_TOKEN_S, refresh_token, scope });
}

async function device({ body, address }: ProtocolRequest, services: Services): Promise<ProtocolAnswer> {
  services.rates.count('device', address);
  const form = formOf(body);
  const client = await clientOf(form, services);
  const { name, host } = shownClient(client, null);
  const connections = await services.connections();
  const { device_code, user_code } = await connections.offer({
    client_id: client.client_id,
    client_host: host,
    redirect_host: '',
    name,
    scopes: scopesOf(form.get('scope')) ?? ['read'],
    resources: resourcesOf(form.all('resource'), services.issuer()),
  });
  const page = `${services.issuer()}${CONNECT_PATH}`;
  return ok({
    device_code,
    user_code,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${user_code}`,
    expires_in: DEVICE_CODE_S,
    interval: DEVICE_INTERVAL_S,
  });
}

async function register(
  { body, address }: ProtocolRequest,
  { rates, oauthClients }: Services,
): Promise<ProtocolAnswer> {
  rates.count('registration', address);
  return { status: 201, body: await registerClient(body, oauthClients) };
}

async function clientOf(form: Form, { oauthClients }: Services): Promise<OAuthClient> {
  const client = await oauthClients.find(form.need('client_id'));
  if (client === null) throw new OAuthError('invalid_client', 'There is no such client.');
  return client;
}

/** Answers the same for a token that does not exist: the client wants it to end (RFC 7009, 2.2). */
async function revoke({ body, address }: ProtocolRequest, services: Services): Promise<ProtocolAnswer> {
  services.rates.count('token', address);
  const form = formOf(body);
  await (await services.connections()).revoke(form.need('token'), form.need('client_id'));
  return ok({});
}

function formOf(body: string): Form {
  const form = new Form(body);
  form.requireSingle();
  return form;
}

function ok(body: object): ProtocolAnswer {
  return { status: 200, body };
}
