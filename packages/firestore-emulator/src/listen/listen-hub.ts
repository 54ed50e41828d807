import type { Moment } from '#firestore/listen/answers.ts';
import { CommitAnswers } from '#firestore/listen/commit-answers.ts';
import type { ResumeTokens } from '#firestore/listen/resume-token.ts';
import { TargetIndex } from '#firestore/listen/target-index.ts';
import type { View } from '#firestore/listen/view.ts';
import type { Log } from '#firestore/log/log.ts';
import type { Caller } from '#firestore/api/service.ts';
import type { Authorizer } from '#firestore/service/authorize.ts';
import { toClientError, StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import { projectOf } from '#firestore/model/names.ts';
import type { CommitEvent, Store } from '#firestore/store/store.ts';
import { compareTimestamps, truncatedToMillis } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Change } from '#firestore/model/write.ts';
import type { UsageMeter } from '#firestore/usage/usage-meter.ts';

/** A client's stream of targets. */
export interface TargetStream {
  readonly caller: Caller;
  readonly database: string | null;
  readonly isIdle: boolean;
  /** Drops the targets that the rules no longer allow. */
  decideAgain(targets?: Iterable<Target>): void;
  /** Sends what a commit changed for the targets. */
  commit(touched: ReadonlyMap<Target, readonly Change[]>, answers: CommitAnswers): void;
  /** Sends that nothing has changed until now. */
  proceed(answers: CommitAnswers): void;
  /** Ends the stream, so that the client connects again and resumes. */
  end(error: StatusError): void;
}

export interface Target {
  readonly id: number;
  readonly stream: TargetStream;
  readonly view: View;
  /** The documents that the rules looked at when they allowed it. */
  dependencies: ReadonlySet<string>;
}

export interface HubDependencies {
  readonly store: Store;
  readonly authorizer: Authorizer;
  readonly usage: UsageMeter;
  readonly tokens: ResumeTokens;
  readonly log: Log;
}

/** Brings each commit to the streams it concerns. */
export class ListenHub {
  readonly store: Store;
  readonly usage: UsageMeter;
  readonly tokens: ResumeTokens;
  readonly #authorizer: Authorizer;
  readonly #log: Log;
  readonly #streams = new Set<TargetStream>();
  readonly #watched = new TargetIndex<Target>();
  readonly #dependent = new TargetIndex<Target>();
  readonly #startedAt: Timestamp;

  constructor({ store, authorizer, usage, tokens, log }: HubDependencies) {
    this.store = store;
    this.usage = usage;
    this.tokens = tokens;
    this.#authorizer = authorizer;
    this.#log = log;
    this.#startedAt = store.readTime();
  }

  join(stream: TargetStream): void {
    this.#streams.add(stream);
  }

  forget(stream: TargetStream): void {
    this.#streams.delete(stream);
  }

  watch(target: Target): void {
    for (const place of target.view.places) this.#watched.add(place, target);
  }

  unwatch(target: Target): void {
    for (const place of target.view.places) this.#watched.remove(place, target);
    this.#depend(target, new Set());
  }

  /** Asks the rules; throws where they refuse. */
  permit(target: Target): void {
    const time = truncatedToMillis(this.store.readTime());
    this.#depend(target, new Set(target.view.permit(this.#authorizer, target.stream.caller, time)));
  }

  mayRead(caller: Caller, name: string, document: Document): boolean {
    try {
      this.#authorizer.get(caller, [{ name, document }], truncatedToMillis(this.store.readTime()));
      return true;
    } catch (error) {
      this.toClientError(error);
      return false;
    }
  }

  moment(time = this.store.readTime()): Moment {
    return { time, resumeToken: this.tokens.of(time) };
  }

  /** Null where it is not known: any more, or because the time is one of another server, as a bundle brings it. */
  changesSince(database: string, time: Timestamp): Iterable<Change> | null {
    const isOurs =
      compareTimestamps(time, this.#startedAt) >= 0 && compareTimestamps(time, this.store.readTime()) <= 0;
    return isOurs ? this.store.changesSince(database, time) : null;
  }

  commit({ commitTime, changes }: CommitEvent): void {
    const touched = new Map<TargetStream, Map<Target, Change[]>>();
    const doubtful = new Map<TargetStream, Set<Target>>();
    for (const change of changes) {
      for (const target of this.#watched.touchedBy(change.name)) {
        const targets = entryOf(touched, target.stream, () => new Map<Target, Change[]>());
        entryOf(targets, target, () => []).push(change);
        if (target.view.dependsOnContent && target.stream.caller.kind === 'user') {
          entryOf(doubtful, target.stream, () => new Set()).add(target);
        }
      }
      for (const target of this.#dependent.at(change.name)) {
        entryOf(doubtful, target.stream, () => new Set()).add(target);
      }
    }
    for (const [stream, targets] of doubtful) stream.decideAgain(targets);
    if (touched.size === 0) return;
    const answers = new CommitAnswers(this.moment(commitTime));
    for (const [stream, targets] of touched) stream.commit(targets, answers);
  }

  /** The rules of a project have changed; of any project where it is null. */
  rulesChanged(project: string | null): void {
    for (const stream of this.#streams) {
      const { caller, database } = stream;
      if (caller.kind === 'admin' || database === null) continue;
      if (project === null || projectOf(database) === project) stream.decideAgain();
    }
  }

  /** Renews the resume tokens of clients for which nothing happens, before what they would resume from is forgotten. */
  proceed(): void {
    const answers = new CommitAnswers(this.moment());
    for (const stream of this.#streams) if (!stream.isIdle) stream.proceed(answers);
  }

  stop(): void {
    const streams = [...this.#streams];
    for (const stream of streams) stream.end(new StatusError('UNAVAILABLE', 'The server is stopping.'));
  }

  toClientError(error: unknown): StatusError {
    return toClientError(error, this.#log);
  }

  #depend(target: Target, names: ReadonlySet<string>): void {
    for (const name of target.dependencies) this.#dependent.remove(name, target);
    target.dependencies = names;
    for (const name of names) this.#dependent.add(name, target);
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
