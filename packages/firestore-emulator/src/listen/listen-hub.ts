import type { Checkpoint } from '#firestore/listen/answers.ts';
import { CommitAnswers } from '#firestore/listen/commit-answers.ts';
import type { ResumeTokens } from '#firestore/listen/resume-token.ts';
import { TargetIndex } from '#firestore/listen/target-index.ts';
import type { View } from '#firestore/listen/view.ts';
import type { Log } from '#firestore/log/log.ts';
import type { IndexAdvisor } from '#firestore/query/indexes/index-advisor.ts';
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
  reauthorize(targets?: Iterable<Target>): void;
  /** Sends what a commit changed for the targets. */
  commit(affected: ReadonlyMap<Target, readonly Change[]>, answers: CommitAnswers): void;
  /** Sends a new resume token, without changes. */
  renewResumeToken(answers: CommitAnswers): void;
  /** Ends the stream, so that the client connects again and resumes. */
  end(error: StatusError): void;
}

export interface Target {
  readonly id: number;
  readonly stream: TargetStream;
  readonly view: View;
  /** The documents that the rules read when they allowed the target. */
  dependencies: ReadonlySet<string>;
}

export interface HubDependencies {
  readonly store: Store;
  readonly authorizer: Authorizer;
  readonly usage: UsageMeter;
  readonly tokens: ResumeTokens;
  readonly indexes: IndexAdvisor | null;
  readonly log: Log;
}

/** Sends each commit to the streams that it affects. */
export class ListenHub {
  readonly store: Store;
  readonly usage: UsageMeter;
  readonly tokens: ResumeTokens;
  readonly #authorizer: Authorizer;
  readonly #indexes: IndexAdvisor | null;
  readonly #log: Log;
  readonly #streams = new Set<TargetStream>();
  readonly #byPath = new TargetIndex<Target>();
  readonly #byDependency = new TargetIndex<Target>();
  readonly #startedAt: Timestamp;

  constructor({ store, authorizer, usage, tokens, indexes, log }: HubDependencies) {
    this.store = store;
    this.usage = usage;
    this.tokens = tokens;
    this.#authorizer = authorizer;
    this.#indexes = indexes;
    this.#log = log;
    this.#startedAt = store.readTime();
  }

  join(stream: TargetStream): void {
    this.#streams.add(stream);
  }

  leave(stream: TargetStream): void {
    this.#streams.delete(stream);
  }

  watch(target: Target): void {
    for (const path of target.view.watchedPaths) this.#byPath.add(path, target);
  }

  unwatch(target: Target): void {
    for (const path of target.view.watchedPaths) this.#byPath.remove(path, target);
    this.#setDependencies(target, new Set());
  }

  /** Throws if the rules deny the target. */
  authorize(target: Target): void {
    const time = truncatedToMillis(this.store.readTime());
    this.#setDependencies(
      target,
      new Set(target.view.authorize(this.#authorizer, target.stream.caller, time)),
    );
  }

  /** Throws if a required index is missing. */
  checkIndexes({ view }: Target): void {
    if (view.query !== null) this.#indexes?.check(view.query);
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

  checkpoint(time = this.store.readTime()): Checkpoint {
    return { time, resumeToken: this.tokens.of(time) };
  }

  /** Null if the store no longer has the changes, or if the time comes from another server, as in a bundle. */
  changesSince(database: string, time: Timestamp): Iterable<Change> | null {
    const isOurs =
      compareTimestamps(time, this.#startedAt) >= 0 && compareTimestamps(time, this.store.readTime()) <= 0;
    return isOurs ? this.store.changesSince(database, time) : null;
  }

  commit({ commitTime, changes }: CommitEvent): void {
    if (this.#streams.size === 0) return;
    const affected = new Map<TargetStream, Map<Target, Change[]>>();
    const toReauthorize = new Map<TargetStream, Set<Target>>();
    for (const change of changes) {
      for (const target of this.#byPath.affectedBy(change.name)) {
        const targets = entryOf(affected, target.stream, () => new Map<Target, Change[]>());
        entryOf(targets, target, () => []).push(change);
        if (target.view.dependsOnContent && target.stream.caller.kind === 'user') {
          entryOf(toReauthorize, target.stream, () => new Set()).add(target);
        }
      }
      for (const target of this.#byDependency.at(change.name)) {
        entryOf(toReauthorize, target.stream, () => new Set()).add(target);
      }
    }
    for (const [stream, targets] of toReauthorize) stream.reauthorize(targets);
    if (affected.size === 0) return;
    const answers = new CommitAnswers(this.checkpoint(commitTime));
    for (const [stream, targets] of affected) stream.commit(targets, answers);
  }

  /** Call this when the rules of a project have changed. Null means the default rules, which affect any project. */
  rulesChanged(project: string | null): void {
    for (const stream of this.#streams) {
      const { caller, database } = stream;
      if (caller.kind === 'admin' || database === null) continue;
      if (project === null || projectOf(database) === project) stream.reauthorize();
    }
  }

  /** Renews the resume tokens of idle clients, before the store drops the history that the old tokens need. */
  renewResumeToken(): void {
    const answers = new CommitAnswers(this.checkpoint());
    for (const stream of this.#streams) if (!stream.isIdle) stream.renewResumeToken(answers);
  }

  stop(): void {
    const streams = [...this.#streams];
    for (const stream of streams) stream.end(new StatusError('UNAVAILABLE', 'The server is stopping.'));
  }

  toClientError(error: unknown): StatusError {
    return toClientError(error, this.#log);
  }

  #setDependencies(target: Target, names: ReadonlySet<string>): void {
    for (const name of target.dependencies) this.#byDependency.remove(name, target);
    target.dependencies = names;
    for (const name of names) this.#byDependency.add(name, target);
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
