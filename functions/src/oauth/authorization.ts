import { createHash } from 'node:crypto';

import type { StoredCode } from '@foldmark/contract/stored-grants';

import { Failure } from '#functions/errors/failure.ts';
import { OAuthError } from '#functions/errors/oauth-error.ts';
import { Form } from '#functions/oauth/form.ts';
import { resourcesOf, scopesOf } from '#functions/oauth/parameters.ts';
import { acceptsRedirect, type ShownClient, shownClient } from '#functions/oauth/redirects.ts';
import type { Approval, Exchange } from '#functions/services/connections.ts';
import type { Services } from '#functions/services/services.ts';

const CHALLENGE = /^[\w-]{43}$/;
const VERIFIER = /^[\w.~-]{43,128}$/;

/** What the page of an authorization request shows and stores, or the address that tells the client its mistake. */
export type Authorization =
  | {
      readonly shown: ShownClient;
      readonly approval: Omit<Approval, 'device'>;
      readonly deniedTo: string;
      /** The address that brings the client its code. */
      readonly approvedTo: (code: string) => string;
    }
  | { readonly mistakeTo: string };

/**
 * Reads the query of /connect. Throws a failure if the client or its redirect address is not certain: then nothing is sent anywhere
 * (RFC 6749, 4.1.2.1).
 */
export async function authorizationOf(
  query: string,
  { oauthClients, issuer }: Pick<Services, 'oauthClients' | 'issuer'>,
): Promise<Authorization> {
  const form = new Form(query);
  const client = await oauthClients.find(form.get('client_id') ?? '');
  if (client === null) throw new Failure('unknownClient');
  const redirectUri = form.get('redirect_uri') ?? '';
  if (!acceptsRedirect(client, redirectUri)) throw new Failure('wrongRedirect');
  const back = (answer: Readonly<Record<string, string>>) => {
    const state = form.get('state');
    const parameters = { ...answer, ...(state === null ? {} : { state }), iss: issuer() };
    return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`;
  };
  const failedTo = ({ code, message }: OAuthError) => back({ error: code, error_description: message });
  const shown = shownClient(client, redirectUri);
  try {
    const approval = {
      ...requestOf(form, issuer()),
      client_id: client.client_id,
      client_host: shown.host,
      redirect_host: shown.sent_to,
      name: shown.name,
      redirect_uri: redirectUri,
    };
    const deniedTo = failedTo(new OAuthError('access_denied', 'The person has declined.'));
    return { shown, approval, deniedTo, approvedTo: (code) => back({ code }) };
  } catch (error) {
    if (error instanceof OAuthError) return { mistakeTo: failedTo(error) };
    throw error;
  }
}

function requestOf(form: Form, issuer: string): Pick<Approval, 'scopes' | 'resources' | 'challenge'> {
  form.requireSingle();
  if (form.need('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  if ((form.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'response_mode must be query.');
  const challenge = form.need('code_challenge');
  // Without a method, the challenge would be the secret itself.
  if (form.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge))
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  return {
    challenge,
    scopes: scopesOf(form.get('scope')) ?? ['read'],
    resources: resourcesOf(form.all('resource'), issuer),
  };
}

/** Throws if an exchange is not by the client that asked, for what it asked. */
export function requireSameRequest(
  code: StoredCode,
  exchange: Omit<Exchange, 'redirect_uri' | 'verifier'>,
): void {
  const { client_id, resources } = exchange;
  if (code.client_id !== client_id) throw new OAuthError('invalid_grant', 'The code is of another client.');
  if (code.resources.length > 0 && resources.some((resource) => !code.resources.includes(resource)))
    throw new OAuthError('invalid_target', 'The code is for another resource.');
}

/** Throws if an exchange of an authorization code is not by the client that asked. */
export function requireSameClient(code: StoredCode, exchange: Exchange): void {
  requireSameRequest(code, exchange);
  // OAuth 2.1 lets clients omit it, because the verifier proves more.
  if (code.kind !== 'code' || (exchange.redirect_uri ?? code.redirect_uri) !== code.redirect_uri)
    throw new OAuthError('invalid_grant', 'redirect_uri is another one.');
  const { verifier } = exchange;
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (!VERIFIER.test(verifier) || challenge !== code.challenge)
    throw new OAuthError('invalid_grant', 'code_verifier is wrong.');
}
