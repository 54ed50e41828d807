import * as z from 'zod/mini';

import type { Rates } from '#functions/allowance/rates.ts';
import { clientName } from '#functions/oauth/client-name.ts';
import { isRedirect } from '#functions/oauth/redirects.ts';
import {
  type ExpectedContent,
  fetchPublic,
  type FetcherOptions,
} from '#functions/page-details/fetch-public.ts';
import type { OAuthClient } from '#functions/services/oauth-clients.ts';

const URL_MAX_LENGTH = 512;
const MAX_BYTES = 5 * 1024;
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
/** The number of documents in memory. The least recently used makes room. */
const KEPT = 500;

/** A longer document is cut, so it is no JSON any more. */
const DOCUMENT: ExpectedContent = {
  accept: 'application/json',
  type: /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i,
  maxBytes: MAX_BYTES,
};

const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.optional(z.string()),
  redirect_uris: z.optional(z.array(z.string())),
});

export interface DocumentsOptions {
  readonly fetcher: Omit<FetcherOptions, 'maxRedirects'>;
  /** The hosts of which http is accepted. Only the local project has one. */
  readonly openHosts: readonly string[];
  readonly rates: Pick<Rates, 'count'>;
  readonly now: () => Date;
}

interface Entry {
  readonly client: Promise<OAuthClient | null>;
  /** Undefined while the document is being read. */
  until?: number;
}

/** Reads apps whose id is the url of their metadata (draft-ietf-oauth-client-id-metadata-document). */
export class ClientDocuments {
  readonly #options: DocumentsOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  /** Whether an id is the url of a document: as a parser writes it, with a path, but without a user, a query or a fragment. */
  isDocument(clientId: string): boolean {
    const url = clientId.length > URL_MAX_LENGTH ? null : URL.parse(clientId);
    if (url === null || url.href !== clientId || url.pathname === '/' || /[?#]/.test(clientId)) return false;
    const isOpen = url.protocol === 'http:' && this.#options.openHosts.includes(url.hostname);
    return (url.protocol === 'https:' || isOpen) && url.username === '' && url.password === '';
  }

  /** Remembers an app for a day, and an unreadable document for a minute. */
  async find(url: string): Promise<OAuthClient | null> {
    const now = this.#options.now().getTime();
    const known = this.#entries.get(url);
    this.#entries.delete(url);
    if (known !== undefined && now < (known.until ?? Infinity)) return this.#keep(url, known);
    this.#options.rates.count('metadata', new URL(url).host);
    const entry: Entry = { client: this.#read(url) };
    void entry.client.then((client) => {
      entry.until = this.#options.now().getTime() + (client === null ? MINUTE_MS : DAY_MS);
    });
    return this.#keep(url, entry);
  }

  async #keep(url: string, entry: Entry): Promise<OAuthClient | null> {
    this.#entries.set(url, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > KEPT && oldest !== undefined) this.#entries.delete(oldest);
    return entry.client;
  }

  /** Never throws. The failure of the call tells the person that the app is unknown. */
  async #read(url: string): Promise<OAuthClient | null> {
    try {
      // A redirect could lead to a document of another host, whose name the consent page does not show.
      const { bytes } = await fetchPublic(url, DOCUMENT, { ...this.#options.fetcher, maxRedirects: 0 });
      const document = z.parse(
        documentSchema,
        JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
      );
      if (document.client_id !== url) throw new Error('the document is of another client');
      const { client_name = '', redirect_uris = [] } = document;
      return {
        client_id: url,
        name: clientName(client_name),
        host: new URL(url).host,
        redirect_uris: redirect_uris.filter(isRedirect),
      };
    } catch {
      return null;
    }
  }
}
