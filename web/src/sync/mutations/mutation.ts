import type { Answer, Input, Path } from '@foldmark/contract/endpoints';
import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { ApiClient, CallOptions, MinimalPath } from '#web/api/api-client.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Patch } from '#web/sync/library/layered-table.ts';
import type { Command } from '#web/sync/outbox/command.ts';
import type { CreatedId } from '#web/sync/outbox/outbox.ts';
import { pause, type Timers } from '#web/sync/timers.ts';

/** The server says how long to wait after a 429. More of them in a row than this have another cause. */
const REFUSALS_MAX_COUNT = 5;

/** Maps a key of this library to the server's id. */
export type IdOf = (kind: ObjectKind, key: Key) => number;

export interface SendOptions extends CallOptions {
  readonly signal: AbortSignal;
  readonly timers: Timers;
}

/** An API call. Its input is built when the call is sent, because ids in it may not be known before. */
export interface Call<A> {
  readonly path: Path;
  readonly input: (idOf: IdOf) => unknown;
  readonly send: (api: ApiClient, idOf: IdOf, options: SendOptions) => Promise<A>;
}

export function apiCall<P extends Path>(path: P, input: (idOf: IdOf) => Input<P>): Call<Answer<P>> {
  return { path, input, send: async (api, idOf, options) => api.call(path, input(idOf), options) };
}

/** For calls whose answer is not needed because the feed delivers the same records. */
export function minimalCall<P extends MinimalPath>(path: P, input: (idOf: IdOf) => Input<P>): Call<void> {
  return { path, input, send: async (api, idOf, options) => api.callMinimal(path, input(idOf), options) };
}

/**
 * Splits a call that is too large into several sequential requests. Together they can exceed the user's allowance per
 * minute. A request that gets a 429 is retried after the time that the server names.
 */
export function minimalCalls<P extends MinimalPath>(
  path: P,
  inputs: (idOf: IdOf) => readonly [Input<P>, ...Input<P>[]],
): Call<void> {
  return {
    path,
    // Used for validation only. The inputs differ in ids alone, so checking the first one is enough.
    input: (idOf) => inputs(idOf)[0],
    send: async (api, idOf, options) => {
      for (const input of inputs(idOf)) {
        await withinAllowance(async () => api.callMinimal(path, input, options), options);
      }
    },
  };
}

async function withinAllowance(send: () => Promise<void>, { timers, signal }: SendOptions): Promise<void> {
  for (let refusals = 1; ; refusals += 1) {
    try {
      await send();
      return;
    } catch (thrown) {
      const waitS =
        thrown instanceof ApiError && thrown.failure === 'tooManyCalls' ? thrown.retryAfterS : null;
      if (waitS === null || refusals === REFUSALS_MAX_COUNT) throw thrown;
      await pause(timers, waitS * 1000, signal);
      signal.throwIfAborted();
    }
  }
}

/** The optimistic, local part of a change. */
export interface Effects {
  /** Show the change until the server's records contain it. */
  readonly patches: readonly Patch[];
  /** Further local effects at the start of the change. */
  readonly started?: () => void;
  /** Rolls back `started`. */
  readonly failed?: () => void;
}

/** One change by the user: the API call and its optimistic effects. */
export interface Mutation<A> extends Effects {
  /** The serializable form that the outbox stores. A later page rebuilds the mutation from it. */
  readonly command: Command;
  readonly call: Call<A>;
  /** The objects that it changes. Mutations that share a lane are sent one after the other. */
  readonly lanes: readonly string[];
  /** The title of its error message, as a sentence: "Couldn't save the link." */
  readonly title: string;
  /** Applies the fields that only the server knows. */
  readonly answered?: (answer: A) => void;
  /** For a creation: the new id, which queued mutations of the same object need. */
  readonly createdId?: (answer: A) => CreatedId;
}

export type Outcome<A> =
  | { readonly ok: true; readonly answer: A }
  | { readonly ok: false; readonly error: ApiError };

/** A failed change whose caller does not show its errors. */
export interface Failure {
  readonly id: number;
  readonly title: string;
  /** The reasons, one entry per line. */
  readonly messages: readonly string[];
  /** Retries the change and removes the failure from the list. */
  readonly retry: () => void;
  readonly dismiss: () => void;
}
