import {
  documentChanged,
  documentDeleted,
  existenceFilter,
  targetAdded,
  targetCurrent,
  targetRemoved,
  targetReset,
  type Checkpoint,
} from '#firestore/listen/answers.ts';
import { CommitAnswers, type DocumentUpdate } from '#firestore/listen/commit-answers.ts';
import type { ListenHub, Target, TargetStream } from '#firestore/listen/listen-hub.ts';
import { createView } from '#firestore/listen/create-view.ts';
import { Outbox } from '#firestore/listen/outbox.ts';
import type { Delta, RemovedDocument, ViewSnapshot, View } from '#firestore/listen/view.ts';
import type { Caller, ListenAnswer, StreamSink, StreamSource } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkDatabase } from '#firestore/model/names.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Change } from '#firestore/model/write.ts';
import { queryReads } from '#firestore/usage/prices.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeBytes, decodeTimestamp } from '#firestore/protobuf/values.ts';

type ListenRequest = google.firestore.v1.IListenRequest;
type ProtoTarget = google.firestore.v1.ITarget;

/** One client's stream of targets. Each snapshot advances all targets of the stream together. */
export class ListenStream implements StreamSource<ListenRequest>, TargetStream {
  readonly caller: Caller;
  readonly #hub: ListenHub;
  readonly #outbox: Outbox;
  readonly #targets = new Map<number, Target>();
  #database: string | null = null;
  #nextTargetId = 1;

  constructor(hub: ListenHub, sink: StreamSink<ListenAnswer>, caller: Caller) {
    this.#hub = hub;
    this.#outbox = new Outbox(sink);
    this.caller = caller;
  }

  get database(): string | null {
    return this.#database;
  }

  get isIdle(): boolean {
    return this.#targets.size === 0;
  }

  receive(request: ListenRequest): void {
    const database = checkDatabase(request.database);
    if (this.#database !== null && this.#database !== database) {
      throw invalid('All requests of a Listen stream must name the same database.');
    }
    this.#database = database;
    if (request.addTarget) this.#add(database, request.addTarget);
    else if (request.removeTarget) this.#remove(request.removeTarget);
    else throw invalid('A listen request must add or remove a target.');
  }

  resume(): void {
    this.#outbox.resume();
  }

  close(): void {
    for (const target of this.#targets.values()) this.#hub.unwatch(target);
    this.#targets.clear();
    this.#hub.leave(this);
    this.#outbox.end();
  }

  end(error: StatusError): void {
    this.#outbox.end(error);
    this.close();
  }

  reauthorize(targets: Iterable<Target> = [...this.#targets.values()]): void {
    for (const target of targets) {
      try {
        this.#hub.authorize(target);
      } catch (error) {
        this.#drop(target);
        this.#outbox.push([targetRemoved(target.id, this.#hub.toClientError(error))]);
      }
    }
  }

  commit(affected: ReadonlyMap<Target, readonly Change[]>, answers: CommitAnswers): void {
    const updates = new Map<string, DocumentUpdate>();
    for (const [target, changes] of affected) {
      if (this.#targets.get(target.id) !== target) continue;
      const delta = target.view.apply(changes);
      this.#bill(target, billedReads(delta));
      this.#collect(target, delta, updates);
    }
    if (updates.size === 0) return;
    const changed = [...updates.values()].map((update) => answers.answerFor(update));
    this.#outbox.push([...changed, answers.consistent], changed.length);
    if (this.#outbox.isOverfull) {
      this.end(new StatusError('RESOURCE_EXHAUSTED', 'The client reads its changes too slowly.'));
    }
  }

  renewResumeToken(answers: CommitAnswers): void {
    this.#outbox.push([answers.consistent]);
  }

  /** If a target fails, the stream stays open. If it ended, the SDKs would retry forever. */
  #add(database: string, request: ProtoTarget): void {
    const id = request.targetId || this.#unusedTargetId();
    const sendRemoved = (error: unknown): void => {
      this.#outbox.push([targetRemoved(id, this.#hub.toClientError(error))]);
    };
    if (id < 0 || this.#targets.has(id)) {
      sendRemoved(invalid(`Target id ${id} is ${id < 0 ? 'negative' : 'already in use'}.`));
      return;
    }
    try {
      const view = createView(this.#hub.store, database, request);
      const target: Target = { id, stream: this, view, dependencies: new Set() };
      this.#targets.set(id, target);
      this.#hub.authorize(target);
      this.#hub.checkIndexes(target);
      this.#hub.watch(target);
      this.#start(target, database, request);
      if (request.once === true) this.#remove(id);
    } catch (error) {
      const target = this.#targets.get(id);
      if (target !== undefined) this.#drop(target);
      sendRemoved(error);
    }
  }

  #start(target: Target, database: string, request: ProtoTarget): void {
    const checkpoint = this.#hub.checkpoint();
    const since = this.#resumePoint(request);
    const changes = since === null ? null : this.#hub.changesSince(database, since);
    if (since === null || changes === null) {
      const snapshot = target.view.start();
      const { documents, missing, skipped = 0 } = snapshot;
      this.#bill(target, queryReads(documents.length + missing.length + skipped));
      const isResumed = Boolean(request.resumeToken?.length) || Boolean(request.readTime);
      this.#outbox.push(initialAnswers(target, snapshot, checkpoint, isResumed));
      return;
    }
    const delta = target.view.resume(since, changes);
    this.#bill(target, billedReads(delta));
    const updates = new Map<string, DocumentUpdate>();
    this.#collect(target, delta, updates);
    const filter = existenceFilterFor(target, delta, request);
    this.#outbox.push(resumeAnswers(target, [...updates.values()], filter, checkpoint));
  }

  /** Null if the target starts without a resume point. */
  #resumePoint({ resumeToken, readTime }: ProtoTarget): Timestamp | null {
    const token = decodeBytes(resumeToken);
    if (token.length > 0) return this.#hub.tokens.read(token);
    return readTime ? decodeTimestamp(readTime) : null;
  }

  #remove(id: number): void {
    const target = this.#targets.get(id);
    if (target !== undefined) this.#drop(target);
    this.#outbox.push([targetRemoved(id)]);
  }

  #drop(target: Target): void {
    this.#targets.delete(target.id);
    this.#hub.unwatch(target);
  }

  #collect(target: Target, delta: Delta, updates: Map<string, DocumentUpdate>): void {
    const { id, view } = target;
    for (const document of delta.updated) {
      updateFor(updates, view, document.name, () => ({ document, mayReadContent: true })).targetIds.push(id);
    }
    for (const removed of delta.removed) {
      const { name, document } = removed;
      updateFor(updates, view, name, () => ({
        document,
        mayReadContent: this.#mayReadContent(removed),
      })).removedTargetIds.push(id);
    }
  }

  /** If a document left a query, the client receives its new content only if the rules allow it. */
  #mayReadContent({ name, document, changed }: RemovedDocument): boolean {
    return changed && document !== null && this.#hub.mayRead(this.caller, name, document);
  }

  #bill(target: Target, reads: number): void {
    const [path] = target.view.watchedPaths;
    if (path !== undefined) this.#hub.usage.add(path, { reads });
  }

  #unusedTargetId(): number {
    while (this.#targets.has(this.#nextTargetId)) this.#nextTargetId += 1;
    return this.#nextTargetId;
  }
}

function updateFor(
  updates: Map<string, DocumentUpdate>,
  view: View,
  name: string,
  first: () => Pick<DocumentUpdate, 'document' | 'mayReadContent'>,
): DocumentUpdate {
  // Views with different field masks need separate messages.
  const key = view.mask === null ? name : `${name} ${view.mask.join()}`;
  let update = updates.get(key);
  if (update === undefined) {
    update = { name, mask: view.mask, targetIds: [], removedTargetIds: [], ...first() };
    updates.set(key, update);
  }
  return update;
}

/** Deleted documents are free. So are unchanged documents that only left the limit of a query. */
function billedReads({ updated, removed }: Delta): number {
  return updated.length + removed.filter(({ document, changed }) => changed && document !== null).length;
}

function* initialAnswers(
  target: Target,
  snapshot: ViewSnapshot,
  checkpoint: Checkpoint,
  reset: boolean,
): Generator<ListenAnswer> {
  const { id, view } = target;
  yield targetAdded(id);
  if (reset) yield targetReset(id);
  for (const document of snapshot.documents) yield documentChanged(document, [id], [], view.mask);
  for (const name of snapshot.missing) yield documentDeleted(name, [id], checkpoint.time);
  yield targetCurrent(id, checkpoint);
  yield new CommitAnswers(checkpoint).consistent;
}

function* resumeAnswers(
  { id }: Target,
  updates: readonly DocumentUpdate[],
  filter: ListenAnswer | null,
  checkpoint: Checkpoint,
): Generator<ListenAnswer> {
  const answers = new CommitAnswers(checkpoint);
  yield targetAdded(id);
  for (const update of updates) yield answers.answerFor(update);
  if (filter !== null) yield filter;
  yield targetCurrent(id, checkpoint);
  yield answers.consistent;
}

/**
 * If the client's number of documents at its resume point is wrong, sends the current number. The client then requests
 * the target again.
 */
function existenceFilterFor(
  { id, view }: Target,
  delta: Delta,
  { expectedCount }: ProtoTarget,
): ListenAnswer | null {
  if (!expectedCount) return null;
  const count = view.count();
  const before = count - delta.added + delta.removed.length;
  return before === (expectedCount.value ?? 0) ? null : existenceFilter(id, count);
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
