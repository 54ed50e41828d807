import { type ApiClient, inputErrors } from '#web/data/api/api-client.ts';
import { ApiError, invalidInput, toApiError } from '#web/data/api/api-error.ts';
import type { Library } from '#web/data/library/library.ts';
import type { Failures } from '#web/data/mutations/failures.ts';
import { Lanes } from '#web/data/mutations/lanes.ts';
import type { Call, Effects, IdOf, Mutation, Outcome } from '#web/data/mutations/mutation.ts';
import type { Timers } from '#web/data/timers.ts';

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
  readonly failures: Failures;
  readonly timers: Timers;
  /** Whether the feed is hearing from the server, so that waiting for it makes sense. */
  readonly isLive: () => boolean;
  readonly onOutcome: (error: ApiError | null) => void;
  /** Ends everything when the person goes. */
  readonly signal: AbortSignal;
}

export interface MutateOptions {
  /** Whoever waits for the outcome shows its errors; others are told through the list of failures. */
  readonly isAwaited?: boolean;
  /** For a failure in the list, where trying again is more than this mutation. */
  readonly retry?: () => void;
}

export type Mutate = <A>(mutation: Mutation<A>, options?: MutateOptions) => Promise<Outcome<A>>;

/** What was to be created could not be, so neither can what stands on it. It was told already. */
class NeverMade extends Error {}

/**
 * The one place that every change goes through: it shows at once, is sent in its turn, and stays until the server's
 * records show it, or goes when the server refuses. An outbox for times without network, or keys against doing a thing
 * twice, would come between `Lanes` and `call.send`. Never rejects.
 */
export function createMutations(parts: MutationParts): Mutate {
  const { library, api, failures, timers, signal } = parts;
  const lanes = new Lanes(CALLS_AT_ONCE);

  const idOf: IdOf = (kind, key) => {
    const id = library.tables.keys.idOf(kind, key);
    if (id === null) throw new NeverMade();
    return id;
  };

  function refusal({ path, input: inputOf }: Call<unknown>): ApiError | null {
    const input = inputOf((kind, key) => library.tables.keys.idOf(kind, key) ?? SOME_ID);
    const errors = inputErrors(path, input);
    return errors.length === 0 ? null : invalidInput(errors);
  }

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

  async function send<A>(mutation: Mutation<A>): Promise<Outcome<A>> {
    try {
      for (const patch of mutation.patches) patch.sent();
      const answer = await mutation.call.send(api, idOf, signal);
      library.batch(() => {
        mutation.answered?.(answer);
        for (const patch of mutation.patches) patch.answered();
      });
      settle(mutation);
      return { ok: true, answer };
    } catch (thrown) {
      undo(mutation);
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
        options.retry ?? (() => void mutate(mutation, { ...options, isAwaited: false })),
      );
    };
    const refused = refusal(mutation.call);
    if (refused !== null) {
      report(refused);
      return { ok: false, error: refused };
    }
    start(mutation);
    return new Promise((resolve) => {
      lanes.add(mutation.lanes, async () => {
        const outcome = await send(mutation);
        parts.onOutcome(outcome.ok ? null : outcome.error);
        if (!outcome.ok) report(outcome.error);
        resolve(outcome);
      });
    });
  };
}
