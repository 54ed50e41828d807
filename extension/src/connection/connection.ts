import { callApi } from '@foldmark/contract/client/call-api';
import { CallError } from '@foldmark/contract/client/call-error';
import { askForDeviceCode, tokensOfDevice } from '@foldmark/contract/client/device';
import {
  authorizeUrl,
  codeIn,
  exchangeCode,
  type GivenTokens,
  issuerAt,
  type OAuthDeps,
  revokeToken,
} from '@foldmark/contract/client/oauth';
import { newPkce, randomText } from '@foldmark/contract/client/pkce';
import { EXTENSION } from '@foldmark/contract/own-clients';
import { userSchema } from '@foldmark/library/entities/entities';
import { completeUrl } from '@foldmark/library/entities/link-url';

import {
  accountOf,
  type Connection,
  readConnection,
  removeConnection,
  writeConnection,
} from '#extension/connection/stored-connection.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import type { Environment } from '#extension/platform/environment.ts';

const SCOPE = 'write';
/** How long a disconnect waits for the server. */
const REVOKE_MS = 10_000;
const WAKE_MS = 30_000;

/** Why the extension couldn't be connected. The message is for the person. */
export class ConnectError extends Error {}

export interface UserCode {
  readonly code: string;
  /** The page where the person enters the code. */
  readonly page: string;
  /** The same page with the code filled in. */
  readonly pageWithCode: string;
}

/** Null if the browser was never connected, or is disconnected. */
export async function connection(env: Environment = BROWSER): Promise<Connection | null> {
  return readConnection(env);
}

/** Connects by a window with the consent page of the server. Throws a ConnectError. */
export async function connect(typed: string, env: Environment = BROWSER): Promise<void> {
  await explained(async () => {
    const deps = await serverAt(typed, env);
    const { verifier, challenge } = await newPkce();
    const state = randomText();
    const redirectUri = env.redirectUri();
    const address = await env
      .authorize(authorizeUrl(deps, { redirectUri, scope: SCOPE, state, challenge }))
      .catch((cause: unknown) => {
        throw new ConnectError('The window was closed, so nothing was connected.', { cause });
      });
    const code = codeIn(address, { origin: deps.origin, state });
    await keep(await exchangeCode(deps, { code, verifier, redirectUri }), deps, env);
  });
}

/** Connects by a code that the person enters on a page of the server (RFC 8628). Throws a ConnectError. */
export async function connectByCode(
  typed: string,
  onCode: (code: UserCode) => void,
  signal: AbortSignal,
  env: Environment = BROWSER,
): Promise<void> {
  await explained(async () => {
    const deps = await serverAt(typed, env);
    const offer = await askForDeviceCode(deps, SCOPE);
    const { user_code: code, verification_uri: page, verification_uri_complete: pageWithCode } = offer;
    onCode({ code, page, pageWithCode });
    const sleep = async (ms: number): Promise<void> => {
      await env.sleep(ms);
      signal.throwIfAborted();
    };
    await keep(await tokensOfDevice(deps, offer, sleep), deps, env);
  });
}

/** What a disconnect has reached. */
export interface Disconnected {
  /** False if the server couldn't be told. Then the person can end the connection in Foldmark, Settings, Connected apps. */
  readonly isRevoked: boolean;
}

/** Ends the connection at the server, and deletes the copy, the queue and the tokens of this browser. */
export async function disconnect(env: Environment = BROWSER): Promise<Disconnected> {
  const stored = await readConnection(env);
  // A server that doesn't answer must not keep the person connected.
  const isRevoked =
    stored === null || stored.isEnded
      ? true
      : await Promise.race([
          revoked(depsAt(stored.origin, env), stored.refresh),
          env.sleep(REVOKE_MS).then(() => false),
        ]);
  await removeConnection(env);
  await env.store.write(async (records) => {
    records.deleteAll('');
  });
  await Promise.all([env.setAlarm('send', null), env.setAlarm('pull', null)]);
  env.tellChanged();
  return { isRevoked };
}

/** The server at an address that the person has entered. */
async function serverAt(typed: string, env: Environment): Promise<OAuthDeps> {
  const origin = originIn(typed);
  const issuer = await issuerAt(depsAt(origin, env)).catch((cause: unknown) => {
    if (cause instanceof CallError && cause.kind === 'offline')
      throw new ConnectError(`Couldn't reach ${origin}. Check the address and your connection.`, { cause });
    throw new ConnectError(`There's no Foldmark at ${origin}.`, { cause });
  });
  // Tokens of one server must not go to another one.
  if (issuer !== origin) throw new ConnectError(`This Foldmark has the address ${issuer}. Enter that one.`);
  return depsAt(origin, env);
}

function depsAt(origin: string, { fetch }: Environment): OAuthDeps {
  return { fetch, origin, clientId: EXTENSION.client_id };
}

/** As in the policy of the pages, which can't name an IPv6 address. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1)$/;

function originIn(typed: string): string {
  const url = URL.parse(completeUrl(typed.trim()));
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (url === null || !isSafe) throw new ConnectError('Enter the address of your Foldmark, with https.');
  return url.origin;
}

/** Stores the tokens. Ends an earlier connection: the server can't know that it was of this browser. */
async function keep(tokens: GivenTokens, deps: OAuthDeps, env: Environment): Promise<void> {
  if (!tokens.scope.split(' ').includes(SCOPE)) {
    await revoked(deps, tokens.refresh_token);
    throw new ConnectError('The extension must be allowed to make changes, because it saves pages.');
  }
  const token = async (): Promise<string> => tokens.access_token;
  const { user_id, display_name } = await callApi({ ...deps, token }, '/users/get/', {}, userSchema);
  const earlier = await readConnection(env);
  const account = accountOf(deps.origin, user_id);
  await writeConnection(env, {
    origin: deps.origin,
    account,
    name: display_name,
    isEnded: false,
    access: tokens.access_token,
    accessUntil: env.now() + tokens.expires_in * 1000,
    refresh: tokens.refresh_token,
  });
  // If the messages are lost, because the worker or the browser ends.
  await Promise.all([env.setAlarm('pull', WAKE_MS), env.setAlarm('send', WAKE_MS)]);
  env.tellChanged();
  env.tellWorker({ kind: 'pull' });
  env.tellWorker({ kind: 'send' });
  if (earlier !== null && !earlier.isEnded) await revoked(depsAt(earlier.origin, env), earlier.refresh);
}

/** False if the server couldn't be told. */
async function revoked(deps: OAuthDeps, token: string): Promise<boolean> {
  return revokeToken(deps, token).then(
    () => true,
    () => false,
  );
}

/** Turns each error into one with a text for the person. */
async function explained(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (cause) {
    if (cause instanceof ConnectError) throw cause;
    if (!(cause instanceof CallError)) throw new ConnectError('Nothing was connected. Try again.', { cause });
    throw new ConnectError(textOf(cause), { cause });
  }
}

function textOf({ failure, messages }: CallError): string {
  if (failure === 'access_denied') return 'You declined, so nothing was connected.';
  if (failure === 'expired_token') return 'The code has expired. Ask for a new one.';
  return messages.join(' ');
}
