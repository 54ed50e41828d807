import { rowOf } from '@foldmark/contract/library-chunks';
import type { LibraryChange } from '@foldmark/library/changes/changes';
import type { Edit } from '@foldmark/library/changes/edits';
import { undoOf } from '@foldmark/library/changes/revert';
import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import type { DocumentVersion, Micros } from '@foldmark/library/entities/records';
import { failure, LibraryCalls } from '@foldmark/web/sync/memory-server/library-calls';
import type { Effect } from '@foldmark/web/sync/memory-server/server-library';

export const ORIGIN = 'https://foldmark.example';

/** The documents of each collection on a page of `/library/changes/`. */
const PAGE = 7;

interface TestServerOptions {
  readonly now: () => Micros;
  readonly userId?: string;
}

/**
 * A Foldmark in memory: the library of one person, and the OAuth endpoints of the extension. As on the real server, a repeat of a part
 * changes nothing, and a job undoes an action after the call that asks for it.
 */
export class TestServer extends LibraryCalls {
  /** The paths of all requests. */
  readonly requests: string[] = [];
  /** The urls of the created links, in order. */
  readonly created: string[] = [];
  /** Answers instead of the server, if it returns an answer. */
  answer: (path: string, body: string) => Response | null = () => null;
  scope = 'write';
  isRevoked = false;
  /** Set to make all cursors unknown. */
  hasForgottenCursors = false;
  readonly #edits = new Map<string, (readonly Edit[])[]>();
  readonly #states = new Map<string, 'done' | 'undoing' | 'undone'>();
  #current: (readonly Edit[])[] = [];
  #access = '';
  #refresh = '';
  /** A refresh gives these again until one of them is used, because its answer may be lost. */
  #next: { readonly access: string; readonly refresh: string } | null = null;
  #tokens = 0;

  constructor({ now, userId = 'u' }: TestServerOptions) {
    super(now, userId);
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const body = typeof init?.body === 'string' ? init.body : '';
    this.requests.push(url.pathname);
    const given = this.answer(url.pathname, body);
    if (given !== null) return given;
    if (url.origin !== ORIGIN) return new Response('', { status: 404 });
    if (!url.pathname.startsWith('/api/')) return this.#oauth(url.pathname, new URLSearchParams(body));
    const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? '';
    if (!this.#accepts(token)) return failure('tokenRevoked');
    return this.#api(url.pathname.slice('/api'.length), JSON.parse(body));
  };

  /** The address to which the consent page sends the browser back. */
  readonly consent = (address: string): string => {
    const asked = new URL(address).searchParams;
    const answer = new URLSearchParams({ code: 'code', state: asked.get('state') ?? '', iss: ORIGIN });
    return `${asked.get('redirect_uri')}?${answer.toString()}`;
  };

  /** Lets the access token expire. */
  expire(): void {
    this.#access = '';
  }

  override execute(change: LibraryChange): Effect {
    const effect = super.execute(change);
    this.#current.push(effect.edits ?? []);
    if (change.kind === 'link.create') this.created.push(change.url);
    return effect;
  }

  #accepts(token: string): boolean {
    if (this.isRevoked) return false;
    if (this.#next !== null && token === this.#next.access) {
      [this.#access, this.#refresh] = [this.#next.access, this.#next.refresh];
      this.#next = null;
    }
    return token !== '' && token === this.#access;
  }

  #oauth(path: string, form: URLSearchParams): Response {
    if (path === '/.well-known/oauth-authorization-server') return Response.json({ issuer: ORIGIN });
    if (path === '/oauth/revoke') {
      // An earlier connection is another app.
      if (form.get('token') === this.#refresh) this.isRevoked = true;
      return Response.json({});
    }
    if (form.get('grant_type') !== 'refresh_token') {
      this.isRevoked = false;
      this.#next = null;
      [this.#access, this.#refresh] = this.#pair();
      return this.#tokensAnswer(this.#access, this.#refresh);
    }
    const isNext = this.#next !== null && form.get('refresh_token') === this.#next.refresh;
    if (isNext && this.#next !== null) [this.#refresh, this.#next] = [this.#next.refresh, null];
    if (this.isRevoked || form.get('refresh_token') !== this.#refresh)
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    if (this.#next === null) {
      const [access, refresh] = this.#pair();
      this.#next = { access, refresh };
    }
    return this.#tokensAnswer(this.#next.access, this.#next.refresh);
  }

  #pair(): [access: string, refresh: string] {
    this.#tokens += 1;
    return [`access-${this.#tokens}`, `refresh-${this.#tokens}`];
  }

  #tokensAnswer(access_token: string, refresh_token: string): Response {
    return Response.json({ access_token, refresh_token, expires_in: 3600, scope: this.scope });
  }

  #api(path: string, input: Readonly<Record<string, unknown>>): Response {
    if (path === '/library/changes/') return this.#changes(input['since']);
    if (path === '/actions/undo/') return this.#undo(String(input['action_id']));
    if (path !== '/batch/') return this.call(path, input, null);
    this.#current = [];
    const answer = this.call(path, input, null);
    const id = String(input['action_id']);
    if (answer.ok) {
      this.#edits.set(id, [...(this.#edits.get(id) ?? []), ...this.#current]);
      if (!this.#states.has(id)) this.#states.set(id, 'done');
    }
    return answer;
  }

  #undo(id: string): Response {
    const state = this.#states.get(id);
    if (state === undefined) return failure('noSuchAction');
    if (state === 'undoing') {
      for (const edits of (this.#edits.get(id) ?? []).toReversed())
        for (const change of undoOf(edits, () => '')) this.execute(change);
    }
    const next = state === 'done' ? 'undoing' : 'undone';
    this.#states.set(id, next);
    return Response.json({ state: next });
  }

  #changes(since: unknown): Response {
    if (since !== undefined && this.hasForgottenCursors) {
      this.hasForgottenCursors = false;
      return failure('badCursor');
    }
    const from = typeof since === 'string' ? since.split('.').map(Number) : [];
    const rows = { links: [], folders: [], folder_links: [], favorites: [] };
    const to = LIBRARY_COLLECTIONS.map((collection, index) =>
      this.#addRows(rows[collection], collection, from[index] ?? 0),
    );
    const more = LIBRARY_COLLECTIONS.some((one, index) => (to[index] ?? 0) < this.documents[one].count);
    const columns = { links: [], folders: [], folder_links: [], favorites: [] };
    return Response.json({ restart: since === undefined, columns, rows, since: to.join('.'), more });
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- C ties the rows to their collection
  #addRows<C extends LibraryCollection>(rows: unknown[], collection: C, from: number): number {
    const documents = this.documents[collection];
    const to = Math.min(from + PAGE, documents.count);
    const versions: readonly DocumentVersion<C>[] = documents.newest(from, to);
    rows.push(...versions.map((version) => rowOf(collection, version)));
    return to;
  }
}
