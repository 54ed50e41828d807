import type { Answer, Input, Path } from '@foldmark/contract/endpoints';
import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { ApiClient, CallOptions, MinimalPath } from '#web/api/api-client.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Patch } from '#web/sync/library/layered-table.ts';
import type { Command } from '#web/sync/mutations/command.ts';
import type { Made } from '#web/sync/outbox/outbox.ts';
import { pause, type Timers } from '#web/sync/timers.ts';

/** The server says exactly how long to wait, so more refusals than this in a row have another cause. */
const REFUSALS_MAX_COUNT = 5;

/** The server's id of what is known by a key here. */
export type IdOf = (kind: ObjectKind, key: Key) => number;

export interface SendOptions extends CallOptions {
  readonly signal: AbortSignal;
  readonly timers: Timers;
}

/** A call of the API whose input is made when it is sent: the ids in it may still be on their way. */
export interface Call<A> {
  readonly path: Path;
  readonly input: (idOf: IdOf) => unknown;
  readonly send: (api: ApiClient, idOf: IdOf, options: SendOptions) => Promise<A>;
}

export function apiCall<P extends Path>(path: P, input: (idOf: IdOf) => Input<P>): Call<Answer<P>> {
  return { path, input, send: async (api, idOf, options) => api.call(path, input(idOf), options) };
}

/** For answers that the feed makes needless. */
export function minimalCall<P extends MinimalPath>(path: P, input: (idOf: IdOf) => Input<P>): Call<void> {
  return { path, input, send: async (api, idOf, options) => api.callMinimal(path, input(idOf), options) };
}

/**
 * The same in several requests, one after the other, where one would be too large. Together they can use more than a person's
 * allowance of a minute. A request that the server refuses for that is sent again when the server says.
 */
export function minimalCalls<P extends MinimalPath>(
  path: P,
  inputs: (idOf: IdOf) => readonly [Input<P>, ...Input<P>[]],
): Call<void> {
  return {
    path,
    // All are alike, so what is right for the first is right for the rest.
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

/** What a change does here, while the server knows nothing of it yet. */
export interface Effects {
  /** What is to be seen of it until the server's records show it. */
  readonly patches: readonly Patch[];
  /** What its start does beyond its patches. */
  readonly started?: () => void;
  /** Takes back what `started` did. */
  readonly failed?: () => void;
}

/** One change that a person makes: what to call, and what to show meanwhile. */
export interface Mutation<A> extends Effects {
  /** What it can be made from again, after its page has gone. */
  readonly command: Command;
  readonly call: Call<A>;
  /** What it changes: two changes of one thing go one after the other. */
  readonly lanes: readonly string[];
  /** What could not be done, as a sentence: "Couldn't save the link." */
  readonly title: string;
  /** Takes over what only the server knew. */
  readonly answered?: (answer: A) => void;
  /** What others that wait must know of the answer. */
  readonly made?: (answer: A) => Made;
}

export type Outcome<A> =
  | { readonly ok: true; readonly answer: A }
  | { readonly ok: false; readonly error: ApiError };

/** A change that failed while nobody was waiting for it. */
export interface Failure {
  readonly id: number;
  readonly title: string;
  /** Why, one entry per line. */
  readonly messages: readonly string[];
  /** Tries again, and takes the failure from the list. */
  readonly retry: () => void;
  readonly dismiss: () => void;
}
