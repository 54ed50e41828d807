import type { Path } from '@foldmark/contract/endpoints';

import type { ApiClient } from '#web/api/api-client.ts';
import { ApiError } from '#web/api/api-error.ts';
import { invalidInput, toApiError } from '#web/api/api-failures.ts';
import type { Library } from '#web/sync/library/library.ts';
import type { Failures } from '#web/sync/mutations/failures.ts';
import { type Aside, Lanes } from '#web/sync/mutations/lanes.ts';
import type { Effects, IdOf, Mutation, Outcome } from '#web/sync/mutations/mutation.ts';
import { Requests } from '#web/sync/mutations/requests.ts';
import type { Outbox } from '#web/sync/outbox/outbox.ts';
import type { Timers } from '#web/sync/timers.ts';

/** A browser opens few connections to one server, and a function instance takes one request at a time. */
const CALLS_AT_ONCE = 4;

/**
 * How long the feed may take to show what the server has done. Somebody else's later change can hide ours from it for
 * ever, so what is done shows no longer than this.
 */
const SETTLE_MS = 5000;

/** Any id will do to look whether the rest of an input is right. */
const SOME_ID = 1;

export interface MutationParts {
  readonly library: Library;
  readonly api: ApiClient;
  /** What is wrong with an input, as far as it can be told at once: the client looks at it too. */
  readonly inputErrors: (path: Path, input: unknown) => readonly string[];
  readonly failures: Failures;
  readonly outbox: Pick<Outbox, 'keep' | 'done'>;
  /** A key for a request that no other has. */
  readonly newKey: () => string;
  readonly timers: Timers;
  /** Whether the feed is hearing from the server, so that waiting for it makes sense. */
  readonly isLive: () => boolean;
  readonly onOutcome: (error: ApiError | null) => void;
  /** What was not done, and why: nobody is logged in any more. Whoever shows failures may be gone by then. */
  readonly onLoggedOut: (errors: readonly string[]) => void;
  /** What an earlier page has left is sent from then on. */
  readonly ready: Promise<void>;
  /** Waits until the server can be reached. */
  readonly online: () => Promise<void>;
  /** Ends everything when the person goes. */
  readonly signal: AbortSignal;
}

export interface MutateOptions {
  /** Whoever waits for the outcome shows its errors; others are told through the list of failures. */
  readonly isAwaited?: boolean;
  /** For a failure in the list, where trying again is more than this mutation. */
  readonly retry?: () => void;
  /** The request of an earlier page that this one goes on with. */
  readonly resumes?: string;
}

export type Mutate = <A>(mutation: Mutation<A>, options?: MutateOptions) => Promise<Outcome<A>>;

/** What was to be created could not be, so neither can what stands on it. It was told already. */
class NeverMade extends Error {}

/**
 * The one place that every change goes through: it shows at once, is kept in the outbox, is sent in its turn, and stays
 * until the server's records show it, or goes when the server refuses. A change of this page that fails for want of a
 * network is taken back and told, so that nobody believes it done; one that an earlier page has left was never told of,
 * so it waits for the network. Never rejects.
 */
export function createMutations(parts: MutationParts): Mutate {
  const { library, api, failures, outbox, timers, signal } = parts;
  const lanes = new Lanes(CALLS_AT_ONCE);
  const requests = new Requests(parts.newKey);

  const idOf: IdOf = (kind, key) => {
    const id = library.tables.keys.idOf(kind, key);
    if (id === null) throw new NeverMade();
    return id;
  };

  function start(mutation: Effects): void {
    library.batch(() => {
      for (const patch of mutation.patches) patch.attach();
      mutation.started?.();
    });
  }

  function undo(mutation: Effects): void {
    library.batch(() => {
      for (const patch of mutation.patches) patch.detach();
      mutation.failed?.();
    });
  }

  /** `aside` where it goes on with what an earlier page has left. */
  async function exchange<A>(mutation: Mutation<A>, requestKey: string, aside: Aside | null): Promise<A> {
    // What still waited when the person went is not refused: it was theirs to leave.
    if (signal.aborted) throw toApiError(signal.reason, signal);
    for (const patch of mutation.patches) patch.sent();
    for (;;) {
      try {
        return await mutation.call.send(api, idOf, { signal, timers, requestKey, outlivesPage: true });
      } catch (thrown) {
        if (aside === null || thrown instanceof NeverMade) throw thrown;
        const error = toApiError(thrown, signal);
        if (error.code !== 'offline') throw error;
        parts.onOutcome(error);
        await aside(parts.online());
      }
    }
  }

  async function send<A>(mutation: Mutation<A>, request: string, aside: Aside | null): Promise<Outcome<A>> {
    try {
      const answer = await exchange(mutation, request, aside);
      library.batch(() => {
        mutation.answered?.(answer);
        for (const patch of mutation.patches) patch.answered();
      });
      outbox.done(request, mutation.made?.(answer));
      settle(mutation);
      return { ok: true, answer };
    } catch (thrown) {
      undo(mutation);
      // Nobody has said no: the next library goes on with it.
      if (!signal.aborted) outbox.done(request);
      const isNeverMade = thrown instanceof NeverMade;
      const error = isNeverMade ? new ApiError('cancelled', ['Cancelled.']) : toApiError(thrown, signal);
      return { ok: false, error };
    }
  }

  function settle(mutation: Effects): void {
    const stop = timers.after(SETTLE_MS, () => {
      signal.removeEventListener('abort', stop);
      if (!parts.isLive()) {
        settle(mutation);
        return;
      }
      library.batch(() => {
        for (const patch of mutation.patches) patch.detach();
      });
    });
    signal.addEventListener('abort', stop, { once: true });
  }

  return async function mutate<A>(mutation: Mutation<A>, options: MutateOptions = {}): Promise<Outcome<A>> {
    const report = (error: ApiError): void => {
      if (options.isAwaited === true || error.code === 'cancelled') return;
      failures.add(
        mutation.title,
        error.messages,
        options.retry ?? (() => void mutate(mutation, { isAwaited: false })),
      );
    };
    const { path, input: inputOf } = mutation.call;
    const input = inputOf((kind, key) => library.tables.keys.idOf(kind, key) ?? SOME_ID);
    const { resumes } = options;
    const errors = resumes === undefined ? parts.inputErrors(path, input) : [];
    if (errors.length > 0) {
      const refused = invalidInput(errors);
      report(refused);
      return { ok: false, error: refused };
    }
    const request = resumes ?? requests.keyFor(path, input);
    start(mutation);
    if (resumes === undefined) outbox.keep(request, mutation.command);
    return new Promise((resolve) => {
      lanes.add(mutation.lanes, async (aside) => {
        if (resumes !== undefined) await aside(parts.ready);
        const outcome = await send(mutation, request, resumes === undefined ? null : aside);
        parts.onOutcome(outcome.ok ? null : outcome.error);
        if (!outcome.ok) {
          requests.failed(path, input, request, outcome.error);
          if (outcome.error.code === 'unauthorized')
            parts.onLoggedOut([mutation.title, ...outcome.error.messages]);
          report(outcome.error);
        }
        resolve(outcome);
      });
    });
  };
}
