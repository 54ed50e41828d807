import { batchSchema } from '@foldmark/contract/batch';
import type { Batched } from '@foldmark/contract/batch';
import type { SkipReason } from '@foldmark/library/changes/change';
import { createdKind, type LibraryChange, libraryChangeSchema } from '@foldmark/library/changes/changes';
import { referencesOf, withIds } from '@foldmark/library/changes/references';
import { failureAnswer, type FailureCode } from '@foldmark/contract/failures';
import { dateOf, type Micros } from '@foldmark/library/entities/records';
import * as z from 'zod/mini';

import { type Effect, ServerLibrary } from '#web/sync/memory-server/server-library.ts';

/**
 * Answers those calls of docs/api.md that send changes. As on the real server, a repeat of a call changes nothing and gets the
 * same answer.
 */
export class LibraryCalls extends ServerLibrary {
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

  readonly #userId: string;

  constructor(now: () => Micros, userId = 'u') {
    super(now);
    this.#userId = userId;
  }

  /** Whether the server answers calls of this path. */
  supports(path: string): boolean {
    return path === '/batch/' || path === '/users/get/' || Object.hasOwn(CALLS, path);
  }

  /** `key` is the idempotency key of the call. */
  call(path: string, input: Readonly<Record<string, unknown>>, key: string | null): Response {
    if (path === '/batch/') return this.#batch(input);
    if (path === '/users/get/') return this.#user();
    const change = changeOf(path, input);
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
    return Response.json({ user_id: this.#userId, display_name: this.displayName, avatar: '' });
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

export function failure(code: FailureCode, retryAfterS?: number): Response {
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
