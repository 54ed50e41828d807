import type { LibraryChange } from '@foldmark/library/changes/changes';
import { NEW_FOLDER } from '@foldmark/library/changes/folder-create';
import type { FailureCode } from '@foldmark/contract/failures';

import { failure, LibraryCalls } from '#web/sync/memory-server/library-calls.ts';
import type { Effect } from '#web/sync/memory-server/server-library.ts';

interface Request {
  readonly page: string;
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly key: string | null;
  readonly token: string | null;
  readonly respond: (response: Response) => void;
  readonly fail: (error: TypeError) => void;
}

interface PendingAnswer extends Pick<Request, 'page' | 'fail'> {
  readonly arrive: () => void;
}

/** The start time of the manual timers, in microseconds. */
const CREATED_AT = 1_700_000_000_000_000;
const LOST = 'The connection is lost.';
/** The token that a page sends after the server has refused its previous token. */
export const FRESH_TOKEN = 'fresh token';

/**
 * A server that the test steps through. The test decides when the server executes a call, when its answer arrives, and when the
 * feed delivers the change.
 */
export class LibraryServer extends LibraryCalls {
  /** All received calls, with their bodies. */
  readonly calls: { readonly path: string; readonly input: Readonly<Record<string, unknown>> }[] = [];
  /** How often the server has created an object, by url or folder name. */
  readonly creations = new Map<string, number>();
  /** The urls and names of all changes that the server has executed or skipped. */
  readonly reached = new Set<string>();
  /** The server fails to execute a change whose content contains this text. */
  poison: string | null = null;
  readonly #received: Request[] = [];
  readonly #answers: PendingAnswer[] = [];
  /** Requests that their page no longer waits for. The network may still deliver them. */
  readonly #late: Request[] = [];

  /** Creates a library with one folder, with the id 7. */
  constructor(now: () => number = () => CREATED_AT) {
    super(now);
    this.folders.put('7', { ...NEW_FOLDER, folder_id: 7, name: 'Seven', created_at: 1, updated_at: 1 });
  }

  /** The `fetch` function of one page. */
  fetchOf(page: string): typeof fetch {
    return async (url, init) =>
      new Promise((respond, fail) => {
        const input: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
        const path = String(url instanceof globalThis.Request ? url.url : url);
        const headers = new Headers(init?.headers);
        const [key, token] = [headers.get('idempotency-key'), headers.get('auth-token')];
        this.#received.push({ page, path, input: { ...Object(input) }, key, token, respond, fail });
        this.calls.push({ path, input: { ...Object(input) } });
      });
  }

  /** Executes or refuses one of the received calls. Returns false if there is none. */
  work(pick: number, isRefused = false): boolean {
    const request = takeOne(this.#received, pick);
    if (request === undefined) return false;
    this.#reply(request, isRefused ? failure('noSuchLink') : this.#run(request));
    return true;
  }

  /** Answers one of the received calls with this failure, without executing it. False if there is none. */
  refuse(pick: number, code: FailureCode, retryAfterS?: number): boolean {
    const request = takeOne(this.#received, pick);
    if (request === undefined) return false;
    this.#reply(request, failure(code, retryAfterS));
    return true;
  }

  /** Executes one of the received calls, but answers that the server failed. False if there is none. */
  failAfterCommit(pick: number): boolean {
    const request = takeOne(this.#received, pick);
    if (request === undefined) return false;
    this.#run(request);
    this.#reply(request, failure('unexpected'));
    return true;
  }

  /** Loses a request: the connection breaks before the server executes it. False if there is none. */
  lose(pick: number): boolean {
    const request = takeOne(this.#received, pick);
    request?.fail(new TypeError(LOST));
    return request !== undefined;
  }

  /** Loses a request for its page, as when the machine sleeps. The network delivers it later. Returns false if there is none. */
  delay(pick: number): boolean {
    const request = takeOne(this.#received, pick);
    if (request === undefined) return false;
    request.fail(new TypeError(LOST));
    this.#late.push(request);
    return true;
  }

  /** Executes a request that its page no longer waits for. Returns false if there is none. */
  deliverLate(pick: number): boolean {
    const request = takeOne(this.#late, pick);
    if (request !== undefined) this.#run(request);
    return request !== undefined;
  }

  /** Refuses the token of a request unless the token is fresh. Otherwise executes the request. Returns false if there is none. */
  refuseToken(pick: number): boolean {
    const request = takeOne(this.#received, pick);
    if (request === undefined) return false;
    this.#reply(request, request.token === FRESH_TOKEN ? this.#run(request) : failure('notSignedIn'));
    return true;
  }

  /** Closes a page: none of its answers arrives. With `outlive`, its requests still do. */
  hangUp(page: string, outlive = false): void {
    if (!outlive) remove(this.#received, (request) => request.page === page);
    remove(this.#answers, (answer) => answer.page === page);
  }

  /** Disconnects a page: its requests and answers are lost. */
  disconnect(page: string): void {
    for (const { fail } of remove(this.#received, (request) => request.page === page))
      fail(new TypeError(LOST));
    for (const { fail } of remove(this.#answers, (answer) => answer.page === page)) fail(new TypeError(LOST));
  }

  /** Delivers one of the answers. Returns false if there is none. */
  answer(pick: number): boolean {
    const answer = takeOne(this.#answers, pick);
    answer?.arrive();
    return answer !== undefined;
  }

  /** Loses an answer: the server has executed the call, but the client does not learn it. Returns false if there is none. */
  loseAnswer(pick = 0): boolean {
    const answer = takeOne(this.#answers, pick);
    answer?.fail(new TypeError(LOST));
    return answer !== undefined;
  }

  /** Renames one of the links, as another device would. */
  rename(pick: number, name: string): void {
    const links = [...this.links.all.values()];
    const link = links[pick % Math.max(links.length, 1)];
    if (link !== undefined) this.execute({ kind: 'link.set', link_id: link.link_id, name });
  }

  override execute(change: LibraryChange): Effect {
    const effect = super.execute(change);
    if ('url' in change && change.url !== undefined) this.reached.add(change.url);
    if ('name' in change && change.name !== undefined) this.reached.add(change.name);
    if ('note' in change && change.note !== undefined) this.reached.add(change.note);
    if ('s3_key' in change) this.reached.add(change.s3_key);
    if ('ref' in change && effect.answer !== undefined) {
      const name = change.kind === 'link.create' ? change.url : change.name;
      this.creations.set(name, (this.creations.get(name) ?? 0) + 1);
    }
    return effect;
  }

  #reply({ page, respond, fail }: Request, response: Response): void {
    this.#answers.push({
      page,
      fail,
      arrive: () => {
        respond(response);
      },
    });
  }

  #run({ path, input, key }: Request): Response {
    const changes: readonly object[] = Array.isArray(input['changes']) ? input['changes'] : [input];
    return changes.some((change) => this.#isPoisoned(change))
      ? failure('unexpected')
      : this.call(path, input, key);
  }

  #isPoisoned(change: object): boolean {
    if (this.poison === null) return false;
    const content = { ...change, ref: null, key: null };
    return JSON.stringify(content).includes(this.poison);
  }
}

function takeOne<T>(list: T[], pick: number): T | undefined {
  return list.length === 0 ? undefined : list.splice(pick % list.length, 1)[0];
}

function remove<T>(list: T[], isThis: (one: T) => boolean): T[] {
  const removed = list.filter(isThis);
  list.splice(0, list.length, ...list.filter((one) => !isThis(one)));
  return removed;
}
