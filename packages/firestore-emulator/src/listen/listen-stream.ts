import {
  documentChanged,
  documentDeleted,
  existenceFilter,
  targetAdded,
  targetCurrent,
  targetRemoved,
  targetReset,
  type Moment,
} from '#firestore/listen/answers.ts';
import { CommitAnswers, type DocumentNews } from '#firestore/listen/commit-answers.ts';
import type { ListenHub, Target, TargetStream } from '#firestore/listen/listen-hub.ts';
import { makeView } from '#firestore/listen/make-view.ts';
import { Outbox } from '#firestore/listen/outbox.ts';
import type { Delta, Gone, Sight, View } from '#firestore/listen/view.ts';
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

/** One client's stream of targets. All of them move from moment to moment together. */
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
    this.#hub.forget(this);
    this.#outbox.end();
  }

  end(error: StatusError): void {
    this.#outbox.end(error);
    this.close();
  }

  decideAgain(targets: Iterable<Target> = [...this.#targets.values()]): void {
    for (const target of targets) {
      try {
        this.#hub.permit(target);
      } catch (error) {
        this.#drop(target);
        this.#outbox.push([targetRemoved(target.id, this.#hub.toClientError(error))]);
      }
    }
  }

  commit(touched: ReadonlyMap<Target, readonly Change[]>, answers: CommitAnswers): void {
    const news = new Map<string, DocumentNews>();
    for (const [target, changes] of touched) {
      if (this.#targets.get(target.id) !== target) continue;
      const delta = target.view.apply(changes);
      this.#bill(target, readsOf(delta));
      this.#gather(target, delta, news);
    }
    if (news.size === 0) return;
    const made = [...news.values()].map((each) => answers.about(each));
    this.#outbox.push([...made, answers.consistent], made.length);
    if (this.#outbox.isOverfull) {
      this.end(new StatusError('RESOURCE_EXHAUSTED', 'The client takes its changes too slowly.'));
    }
  }

  proceed(answers: CommitAnswers): void {
    this.#outbox.push([answers.consistent]);
  }

  /** The stream lives on when a target is refused: the SDKs would try again for ever if it ended. */
  #add(database: string, request: ProtoTarget): void {
    const id = request.targetId || this.#freeTargetId();
    const refuse = (error: unknown): void => {
      this.#outbox.push([targetRemoved(id, this.#hub.toClientError(error))]);
    };
    if (id < 0 || this.#targets.has(id)) {
      refuse(invalid(`Target id ${id} is ${id < 0 ? 'negative' : 'already in use'}.`));
      return;
    }
    try {
      const view = makeView(this.#hub.store, database, request);
      const target: Target = { id, stream: this, view, dependencies: new Set() };
      this.#targets.set(id, target);
      this.#hub.permit(target);
      this.#hub.watch(target);
      this.#begin(target, database, request);
      if (request.once === true) this.#remove(id);
    } catch (error) {
      const target = this.#targets.get(id);
      if (target !== undefined) this.#drop(target);
      refuse(error);
    }
  }

  #begin(target: Target, database: string, request: ProtoTarget): void {
    const moment = this.#hub.moment();
    const since = this.#resumePoint(request);
    const changes = since === null ? null : this.#hub.changesSince(database, since);
    if (since === null || changes === null) {
      const sight = target.view.start();
      this.#bill(target, queryReads(sight.documents.length + sight.missing.length));
      const isResumed = Boolean(request.resumeToken?.length) || Boolean(request.readTime);
      this.#outbox.push(initialAnswers(target, sight, moment, isResumed));
      return;
    }
    const delta = target.view.resume(since, changes);
    this.#bill(target, readsOf(delta));
    const news = new Map<string, DocumentNews>();
    this.#gather(target, delta, news);
    const filter = filterFor(target, delta, request);
    this.#outbox.push(resumedAnswers(target, [...news.values()], filter, moment));
  }

  /** Null to begin from nothing. */
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

  #gather(target: Target, delta: Delta, news: Map<string, DocumentNews>): void {
    const { id, view } = target;
    for (const document of delta.shown) {
      newsOf(news, view, document.name, () => ({ document, mayTell: true })).targetIds.push(id);
    }
    for (const gone of delta.gone) {
      const { name, document } = gone;
      newsOf(news, view, name, () => ({ document, mayTell: this.#mayTell(gone) })).removedTargetIds.push(id);
    }
  }

  /** What a document has become after it left a query is told only to whom may read it. */
  #mayTell({ name, document, changed }: Gone): boolean {
    return changed && document !== null && this.#hub.mayRead(this.caller, name, document);
  }

  #bill(target: Target, reads: number): void {
    const [place] = target.view.places;
    if (place !== undefined) this.#hub.usage.add(place, { reads });
  }

  #freeTargetId(): number {
    while (this.#targets.has(this.#nextTargetId)) this.#nextTargetId += 1;
    return this.#nextTargetId;
  }
}

function newsOf(
  news: Map<string, DocumentNews>,
  view: View,
  name: string,
  first: () => Pick<DocumentNews, 'document' | 'mayTell'>,
): DocumentNews {
  // A view of some fields shares no message with a view of others.
  const key = view.mask === null ? name : `${name} ${view.mask.join()}`;
  let known = news.get(key);
  if (known === undefined) {
    known = { name, mask: view.mask, targetIds: [], removedTargetIds: [], ...first() };
    news.set(key, known);
  }
  return known;
}

/** Who is deleted costs nothing, nor who only made room. */
function readsOf({ shown, gone }: Delta): number {
  return shown.length + gone.filter(({ document, changed }) => changed && document !== null).length;
}

function* initialAnswers(
  target: Target,
  sight: Sight,
  moment: Moment,
  reset: boolean,
): Generator<ListenAnswer> {
  const { id, view } = target;
  yield targetAdded(id);
  if (reset) yield targetReset(id);
  for (const document of sight.documents) yield documentChanged(document, [id], [], view.mask);
  for (const name of sight.missing) yield documentDeleted(name, [id], moment.time);
  yield targetCurrent(id, moment);
  yield new CommitAnswers(moment).consistent;
}

function* resumedAnswers(
  { id }: Target,
  news: readonly DocumentNews[],
  filter: ListenAnswer | null,
  moment: Moment,
): Generator<ListenAnswer> {
  const answers = new CommitAnswers(moment);
  yield targetAdded(id);
  for (const each of news) yield answers.about(each);
  if (filter !== null) yield filter;
  yield targetCurrent(id, moment);
  yield answers.consistent;
}

/** A client that did not hold what it should at its resume point learns how many documents there are, and asks again. */
function filterFor({ id, view }: Target, delta: Delta, { expectedCount }: ProtoTarget): ListenAnswer | null {
  if (!expectedCount) return null;
  const count = view.count();
  const before = count - delta.added + delta.gone.length;
  return before === (expectedCount.value ?? 0) ? null : existenceFilter(id, count);
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
