import { FAILURES } from '@foldmark/contract/failures';
import { newLink } from '@foldmark/contract/new-link';
import type { LibraryCollection } from '@foldmark/contract/firestore-paths';
import { TRASH_IDS_MAX_COUNT } from '@foldmark/contract/limits';
import { completeUrl } from '@foldmark/contract/link-url';

import type {
  Change,
  FavoriteRecord,
  LinkRecord,
  MembershipRecord,
  Records,
} from '#web/sync/model/records.ts';

interface Request {
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly key: string | null;
  readonly respond: (response: Response) => void;
  readonly fail: (error: TypeError) => void;
}

/** The start time of the manual timers, in microseconds. */
const CREATED_AT = 1_700_000_000_000_000;
const LOST = 'The connection is lost.';

/** The documents of one collection, and the changes that its feed has not delivered. */
class Documents<C extends LibraryCollection> {
  readonly all = new Map<string, Records[C]>();
  #news = new Map<string, Change<C>>();

  put(id: string, record: Records[C]): void {
    this.all.set(id, record);
    this.#news.set(id, { id, at: record.updated_at, record });
  }

  delete(id: string, at: number): void {
    this.all.delete(id);
    this.#news.set(id, { id, at, record: null });
  }

  everything(): Change<C>[] {
    return [...this.all].map(([id, record]) => ({ id, at: record.updated_at, record }));
  }

  takeNews(): Change<C>[] {
    const news = [...this.#news.values()];
    this.#news = new Map();
    return news;
  }
}

/**
 * A server that the test steps through itself: it decides when a call is executed, when its answer arrives, and when the
 * feed delivers the change. Supports a few calls of docs/api.md.
 */
export class LibraryServer {
  readonly links = new Documents<'links'>();
  readonly memberships = new Documents<'folder_links'>();
  readonly favorites = new Documents<'favorites'>();
  readonly #received: Request[] = [];
  readonly #answers: { readonly arrive: () => void; readonly lose: () => void }[] = [];
  /** The created links by idempotency key. */
  readonly #created = new Map<string, LinkRecord>();
  #clock = 0;

  readonly fetch = async (url: string | URL | globalThis.Request, init?: RequestInit): Promise<Response> =>
    new Promise((respond, fail) => {
      const input: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
      const path = String(url instanceof Request ? url.url : url);
      const key = new Headers(init?.headers).get('idempotency-key');
      this.#received.push({ path, input: { ...Object(input) }, key, respond, fail });
    });

  /** Executes or refuses one of the received calls. False if there is none. */
  work(pick: number, isRefused = false): boolean {
    const request = takeOne(this.#received, pick);
    if (request === undefined) return false;
    const done = isRefused ? undefined : this.#run(request);
    const { status, ...failure } = FAILURES.noSuchLink;
    this.#reply(request, done === undefined ? Response.json(failure, { status }) : Response.json(done));
    return true;
  }

  /** Refuses one of the received calls, because the user's allowance is used up. False if there is none. */
  refuse(pick: number, retryAfterS: number): boolean {
    const request = takeOne(this.#received, pick);
    if (request === undefined) return false;
    const { status, ...failure } = FAILURES.tooManyCalls;
    const headers = { 'Retry-After': String(retryAfterS) };
    this.#reply(request, Response.json(failure, { status, headers }));
    return true;
  }

  /** Loses a request: the connection breaks before the server executes it. False if there is none. */
  lose(pick: number): boolean {
    const request = takeOne(this.#received, pick);
    request?.fail(new TypeError(LOST));
    return request !== undefined;
  }

  /** The client has closed: no pending request or answer arrives. */
  hangUp(): void {
    this.#received.length = 0;
    this.#answers.length = 0;
  }

  /** Lets one of the answers arrive. False if there is none. */
  answer(pick: number): boolean {
    const answer = takeOne(this.#answers, pick);
    answer?.arrive();
    return answer !== undefined;
  }

  /** Loses an answer: the call was executed, but the client does not learn of it. */
  loseAnswer(): void {
    takeOne(this.#answers, 0)?.lose();
  }

  /** Another device renames one of the links. */
  rename(pick: number, name: string): void {
    const links = [...this.links.all.values()];
    const link = links[pick % Math.max(links.length, 1)];
    if (link !== undefined) this.#putLink({ ...link, name });
  }

  #reply(request: Request, response: Response): void {
    this.#answers.push({
      arrive: () => {
        request.respond(response);
      },
      lose: () => {
        request.fail(new TypeError(LOST));
      },
    });
  }

  #run({ path, input, key }: Request): unknown {
    const id = String(input['link_id']);
    const link = this.links.all.get(id);
    switch (path) {
      case '/links/create/':
        return this.#createLink(completeUrl(String(input['url'])), key);
      case '/links/update/': {
        const { link_id: _, domain_name: __, ...edits } = input;
        return link && this.#putLink({ ...link, ...edits });
      }
      case '/links/delete/':
        if (link !== undefined) this.links.delete(id, this.#tick());
        return link && { link_ids: [link.link_id], folder_ids: [], folder_links: [], favorites: [] };
      case '/trash/empty/':
        return this.#emptyTrash(Array.isArray(input['link_ids']) ? input['link_ids'] : []);
      case '/folders/add-link/':
        return link && this.#addMembership(Number(input['folder_id']), link.link_id);
      case '/folders/remove-link/':
        return this.#removeMembership(Number(input['folder_id']), Number(input['link_id']));
      case '/favorites/toggle/':
        return this.#toggle(Number(input['object_id']), input['is_favorite'] === true);
      default:
        throw new Error(`This server does not support ${path}.`);
    }
  }

  #createLink(url: string, key: string | null): LinkRecord {
    const existing = this.#created.get(key ?? '');
    if (existing !== undefined) return existing;
    const times = { created_at: CREATED_AT, updated_at: 0 };
    const link = this.#putLink({ ...newLink(this.#tick(), url), name: url, ...times });
    if (key !== null) this.#created.set(key, link);
    return link;
  }

  #putLink(changed: LinkRecord): LinkRecord {
    const link = { ...changed, updated_at: this.#tick() };
    this.links.put(String(link.link_id), link);
    return link;
  }

  #emptyTrash(link_ids: readonly unknown[]): object | undefined {
    if (link_ids.length > TRASH_IDS_MAX_COUNT) return undefined;
    for (const link_id of link_ids) {
      if (this.links.all.get(String(link_id))?.status_id === 2) this.#destroy(Number(link_id));
    }
    return {};
  }

  #destroy(link_id: number): void {
    this.links.delete(String(link_id), this.#tick());
    this.#removeMembership(7, link_id);
    this.#toggle(link_id, false);
  }

  #addMembership(folder_id: number, link_id: number): MembershipRecord {
    const id = `${folder_id}_${link_id}`;
    const existing = this.memberships.all.get(id);
    if (existing !== undefined) return existing;
    const at = this.#tick();
    const record = { folder_link_id: at, folder_id, link_id, updated_at: at };
    this.memberships.put(id, record);
    return record;
  }

  #removeMembership(folder_id: number, link_id: number): MembershipRecord[] {
    const id = `${folder_id}_${link_id}`;
    if (this.memberships.all.has(id)) this.memberships.delete(id, this.#tick());
    return [];
  }

  #toggle(object_id: number, isFavorite: boolean): FavoriteRecord[] {
    const id = `link_${object_id}`;
    const updated_at = this.#tick();
    if (isFavorite === this.favorites.all.has(id)) return [];
    if (isFavorite) this.favorites.put(id, { object_id, object_type: 'link', updated_at });
    else this.favorites.delete(id, updated_at);
    return [];
  }

  #tick(): number {
    this.#clock += 1;
    return this.#clock;
  }
}

function takeOne<T>(list: T[], pick: number): T | undefined {
  return list.length === 0 ? undefined : list.splice(pick % list.length, 1)[0];
}
