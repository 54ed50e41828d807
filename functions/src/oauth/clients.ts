import { createHmac, timingSafeEqual } from 'node:crypto';

import { OWN_CLIENTS } from '@foldmark/contract/own-clients';
import * as z from 'zod/mini';

import type { ClientDocuments } from '#functions/oauth/client-documents.ts';
import { isRedirect } from '#functions/oauth/redirects.ts';
import type { OAuthClient, OAuthClients } from '#functions/services/oauth-clients.ts';

const PREFIX = 'fmc_';
/** 128 bits of the signature. */
const SIGNATURE_BYTES = 16;

/** The name and the redirect addresses, as an id contains them. */
const contentSchema = z.tuple([z.string()], z.string());

export interface ClientsOptions {
  readonly secret: string;
  readonly documents: Pick<ClientDocuments, 'isDocument' | 'find'>;
}

/**
 * Finds the app of an id: one of our own, or by its document if the id is a url. Any other id is the name and the addresses of an app,
 * with our signature, so nothing is stored.
 */
export function oauthClients({ secret, documents }: ClientsOptions): OAuthClients {
  const signatureOf = (content: string): string =>
    // The label keeps this key apart from those of the bot check.
    createHmac('sha256', `oauth client:${secret}`)
      .update(content)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url');
  return {
    find: async (clientId) => {
      const own = OWN_CLIENTS.find(({ client_id }) => client_id === clientId);
      if (own !== undefined) return { ...own, host: own.name };
      if (documents.isDocument(clientId)) return documents.find(clientId);
      const [content = '', signature = '', ...more] = clientId.slice(PREFIX.length).split('.');
      if (!clientId.startsWith(PREFIX) || more.length > 0) return null;
      return isSame(signature, signatureOf(content)) ? registered(clientId, content) : null;
    },
    register: async ({ name, redirect_uris }) => {
      const content = Buffer.from(JSON.stringify([name, ...redirect_uris])).toString('base64url');
      const client_id = `${PREFIX}${content}.${signatureOf(content)}`;
      return { client_id, name, host: '', redirect_uris };
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

function registered(clientId: string, content: string): OAuthClient {
  const [name, ...redirects] = z.parse(
    contentSchema,
    JSON.parse(Buffer.from(content, 'base64url').toString()),
  );
  // An address that was allowed at the registration may not be allowed any more.
  return { client_id: clientId, name, host: '', redirect_uris: redirects.filter(isRedirect) };
}
