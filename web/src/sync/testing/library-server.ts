import { batchSchema } from '@foldmark/contract/batch';
import type { Batched } from '@foldmark/contract/batch';
import type { SkipReason } from '@foldmark/library/changes/change';
import { createdKind, type LibraryChange, libraryChangeSchema } from '@foldmark/library/changes/changes';
import { referencesOf, withIds } from '@foldmark/library/changes/references';
import { failureAnswer, type FailureCode } from '@foldmark/contract/failures';
import { dateOf } from '@foldmark/library/entities/records';
import * as z from 'zod/mini';

import { type Effect, ServerLibrary } from '#web/sync/testing/server-library.ts';

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
 * feed delivers the change. Executes those calls of docs/api.md that send changes.
 */
export class LibraryServer extends ServerLibrary {
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
  /** The object that each call with an idempotency key has created. */
  readonly #created = new Map<
    string,
    { readonly digest: string; readonly change: LibraryChange; readonly id: number }
  >();
  /** The single changes that were executed, by key and content. */
  readonly #made = new Set<string>();
  /** The number of parts of each action. */
  readonly #actions = new Map<string, number>();
  /** The answered parts of actions. */
  readonly #parts = new Map<string, { readonly digest: string; readonly answer: Batched }>();

  constructor(now: () => number = () => CREATED_AT) {
    super(now);
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
    if (path === '/batch/') return this.#batch(input);
    if (path === '/users/get/') return this.#user();
    const change = changeOf(path, input);
    if (this.#isPoisoned(change)) return failure('unexpected');
    if ('ref' in change) return this.#create(change, key);
    if (change.kind === 'user.set') {
      this.execute(change);
      return this.#user();
    }
    const mark = JSON.stringify([key, change]);
    if (key !== null && this.#made.has(mark)) return this.#repeat(change);
    const { answer, skipped } = this.execute(change);
    if (skipped !== undefined && skipped.fields === undefined) return failure(failureOf(change, skipped.why));
    this.#made.add(mark);
    return success(answer ?? {});
  }

  /** Answers a repeated call with the current object. */
  #repeat(change: LibraryChange): Response {
    if (change.kind === 'favorite.set') return success({});
    if (change.kind === 'member.set') {
      const { folder_id, link_id } = change;
      return success(this.stored(change) ?? { folder_link_id: 1, folder_id, link_id });
    }
    const stored = this.stored(change);
    return stored === undefined ? failure(failureOf(change, 'gone')) : success(stored);
  }

  #user(): Response {
    return Response.json({ user_id: 'u', display_name: this.displayName, avatar: '' });
  }

  #isPoisoned(change: object): boolean {
    if (this.poison === null) return false;
    const content = { ...change, ref: null, key: null };
    return JSON.stringify(content).includes(this.poison);
  }

  #create(change: LibraryChange, key: string | null): Response {
    const digest = digestOf(change);
    const earlier = this.#created.get(key ?? '');
    if (earlier !== undefined) {
      if (earlier.digest !== digest) return failure('keyReused');
      const documents = change.kind === 'link.create' ? this.links : this.folders;
      const stored = documents.all.get(String(earlier.id));
      return stored === undefined ? failure(failureOf(change, 'gone')) : success(stored);
    }
    const { answer } = this.execute(change);
    if (answer === undefined) return failure('noSuchParent');
    if (key !== null) this.#created.set(key, { digest, change, id: idOf(answer) });
    return success(answer);
  }

  #batch(input: unknown): Response {
    const parsed = z.safeParse(batchSchema, input);
    if (!parsed.success) {
      return Response.json({ errors: parsed.error.issues.map(({ message }) => message) }, { status: 400 });
    }
    const { action_id, part, parts, changes } = parsed.data;
    if ((this.#actions.get(action_id) ?? parts) !== parts) return failure('keyReused');
    if (changes.some((change) => this.#isPoisoned(change))) return failure('unexpected');
    this.#actions.set(action_id, parts);
    const digest = JSON.stringify(changes);
    const earlier = this.#parts.get(`${action_id} ${part}`);
    if (earlier !== undefined)
      return earlier.digest === digest ? Response.json(earlier.answer) : failure('keyReused');
    const answer = this.#executeAll(changes);
    this.#parts.set(`${action_id} ${part}`, { digest, answer });
    return Response.json(answer);
  }

  #executeAll(changes: readonly LibraryChange[]): Batched {
    const skipped: Batched['skipped'] = [];
    const created: Batched['created'] = [];
    const ids = new Map<number, number>();
    for (const [index, change] of changes.entries()) {
      const own = 'ref' in change ? change.ref : 0;
      const resolved = withIds(change, new Map([...ids].filter(([ref]) => ref !== own)));
      const isResolved = referencesOf(resolved).every(({ id }) => id > 0);
      const effect: Effect = isResolved ? this.#executeOnce(resolved) : { skipped: { why: 'gone' } };
      if (effect.skipped !== undefined) {
        const { why, fields } = effect.skipped;
        skipped.push({ index, why, ...(fields === undefined ? {} : { fields: [...fields] }) });
      } else if ('ref' in change && effect.answer !== undefined) {
        const id = idOf(effect.answer);
        ids.set(change.ref, id);
        created.push({ ref: change.ref, kind: createdKind(change) ?? 'link', id });
      }
    }
    return { done: changes.length - skipped.length, skipped, created };
  }

  /** Creates the object of a creation with a key only once. */
  #executeOnce(change: LibraryChange): Effect {
    if (!('ref' in change) || change.key === undefined) return this.execute(change);
    const earlier = this.#created.get(change.key);
    if (earlier !== undefined) {
      const documents = change.kind === 'link.create' ? this.links : this.folders;
      const answer = documents.all.get(String(earlier.id));
      return answer === undefined ? { skipped: { why: 'gone' } } : { answer };
    }
    const effect = this.execute(change);
    if (effect.answer !== undefined)
      this.#created.set(change.key, { digest: digestOf(change), change, id: idOf(effect.answer) });
    return effect;
  }
}

function digestOf(change: LibraryChange): string {
  return JSON.stringify(change.kind === 'link.create' ? change.url : { ...change, ref: 0, key: '' });
}

/** The documented calls that send a change, with the fields of the change that the call does not have. */
const CALLS: Readonly<Record<string, object>> = {
  '/links/create/': { kind: 'link.create', ref: -1 },
  '/links/update/': { kind: 'link.set' },
  '/links/update-image/': { kind: 'link.image' },
  '/links/delete/': { kind: 'link.delete' },
  '/folders/create/': { kind: 'folder.create', ref: -1 },
  '/folders/update/': { kind: 'folder.set' },
  '/folders/update-parent/': { kind: 'folder.move' },
  '/folders/update-image/': { kind: 'folder.image' },
  '/folders/delete/': { kind: 'folder.delete' },
  '/folders/add-link/': { kind: 'member.set', present: true },
  '/folders/remove-link/': { kind: 'member.set', present: false },
  '/favorites/toggle/': { kind: 'favorite.set' },
  '/users/update/': { kind: 'user.set' },
};

function changeOf(path: string, input: Readonly<Record<string, unknown>>): LibraryChange {
  const fields = CALLS[path];
  if (fields === undefined) throw new Error(`This server does not support ${path}.`);
  return z.parse(libraryChangeSchema, { ...input, on: input['is_favorite'], ...fields });
}

function failureOf(change: LibraryChange, why: SkipReason): FailureCode {
  if (why === 'cycle') return 'folderInItself';
  if (why === 'not_in_trash') return 'notInTrash';
  return 'folder_id' in change || change.kind === 'folder.create' ? 'noSuchFolder' : 'noSuchLink';
}

function failure(code: FailureCode, retryAfterS?: number): Response {
  const { status, body } = failureAnswer(code);
  const headers = retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) };
  return Response.json(body, { status, headers });
}

/** In JSON, the date of a link is a text. */
function success(record: object): Response {
  if (!('created_at' in record && typeof record.created_at === 'number')) return Response.json(record);
  return Response.json({ ...record, created_at: dateOf(record.created_at).toISOString() });
}

function idOf(answer: NonNullable<Effect['answer']>): number {
  return 'url' in answer ? answer.link_id : answer.folder_id;
}

function takeOne<T>(list: T[], pick: number): T | undefined {
  return list.length === 0 ? undefined : list.splice(pick % list.length, 1)[0];
}

function remove<T>(list: T[], isThis: (one: T) => boolean): T[] {
  const removed = list.filter(isThis);
  list.splice(0, list.length, ...list.filter((one) => !isThis(one)));
  return removed;
}
