import type { Path } from '@foldmark/contract/endpoints';

import type { ApiClient } from '#web/api/api-client.ts';
import { ApiError } from '#web/api/api-error.ts';
import { invalidInput, toApiError } from '#web/api/api-failures.ts';
import type { Library } from '#web/sync/library/library.ts';
import type { Failures } from '#web/sync/mutations/failures.ts';
import { type YieldSlot, Lanes } from '#web/sync/mutations/lanes.ts';
import type { Effects, IdOf, Mutation, Outcome } from '#web/sync/mutations/mutation.ts';
import { Requests } from '#web/sync/mutations/requests.ts';
import type { Outbox } from '#web/sync/outbox/outbox.ts';
import type { Timers } from '#web/sync/timers.ts';

/** A browser opens few connections to one server, and a function instance handles one request at a time. */
const CALLS_AT_ONCE = 4;

/**
 * How long a patch stays after the server's answer, unless the feed delivers the change earlier. A later change from
 * another device can overwrite ours before the feed delivers it, so the patch must expire.
 */
const SETTLE_MS = 5000;

/** Stands in for unknown ids while the rest of an input is validated. */
const PLACEHOLDER_ID = 1;

export interface MutationParts {
  readonly library: Library;
  readonly api: ApiClient;
  /** Validates an input before anything is shown. The API client validates it again. */
  readonly inputErrors: (path: Path, input: unknown) => readonly string[];
  readonly failures: Failures;
  readonly outbox: Pick<Outbox, 'add' | 'done'>;
  /** Returns a unique idempotency key. */
  readonly newKey: () => string;
  readonly timers: Timers;
  /** Whether the feed is connected. While it is not, patches do not expire. */
  readonly isLive: () => boolean;
  readonly onOutcome: (error: ApiError | null) => void;
  /** Reports a change that failed because the user is signed out. The failure list may be unmounted by then. */
  readonly onLoggedOut: (errors: readonly string[]) => void;
  /** Changes of earlier pages are sent after this resolves. */
  readonly ready: Promise<void>;
  /** Resolves when the server can be reached. */
  readonly online: () => Promise<void>;
  /** Cancels everything when the library closes. */
  readonly signal: AbortSignal;
}

export interface MutateOptions {
  /** The caller awaits the outcome and shows its errors. Otherwise they go to the failure list. */
  readonly isAwaited?: boolean;
  /** Replaces the default retry of a failure, if a retry takes more than this mutation. */
  readonly retry?: () => void;
  /** The idempotency key of an earlier page's request that this mutation resumes. */
  readonly resumes?: string;
}

export type Mutate = <A>(mutation: Mutation<A>, options?: MutateOptions) => Promise<Outcome<A>>;

/** The object of this mutation could not be created, which an earlier failure has already reported. */
class CreationFailed extends Error {}

/**
 * Every change runs through `mutate`: it shows the change, stores it in the outbox and sends it when its lanes are free.
 * The change stays visible until the server's records contain it, and is rolled back if the server refuses it.
 *
 * Without a network, a change of this page fails and is rolled back, so that the user does not take it for saved. A
 * change of an earlier page could not report a failure, so it waits for the network instead. Never rejects.
 */
export function createMutations(parts: MutationParts): Mutate {
  const { library, api, failures, outbox, timers, signal } = parts;
  const lanes = new Lanes(CALLS_AT_ONCE);
  const requests = new Requests(parts.newKey);

  const idOf: IdOf = (kind, key) => {
    const id = library.tables.keys.idOf(kind, key);
    if (id === null) throw new CreationFailed();
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

  /** `yieldSlot` is null, except for a resumed change of an earlier page. */
  async function exchange<A>(
    mutation: Mutation<A>,
    requestKey: string,
    yieldSlot: YieldSlot | null,
  ): Promise<A> {
    // The library closed while this mutation waited in its lane: cancelled, not refused.
    if (signal.aborted) throw toApiError(signal.reason, signal);
    for (const patch of mutation.patches) patch.sent();
    for (;;) {
      try {
        return await mutation.call.send(api, idOf, { signal, timers, requestKey, outlivesPage: true });
      } catch (thrown) {
        if (yieldSlot === null || thrown instanceof CreationFailed) throw thrown;
        const error = toApiError(thrown, signal);
        if (error.code !== 'offline') throw error;
        parts.onOutcome(error);
        await yieldSlot(parts.online());
      }
    }
  }

  async function send<A>(
    mutation: Mutation<A>,
    request: string,
    yieldSlot: YieldSlot | null,
  ): Promise<Outcome<A>> {
    try {
      const answer = await exchange(mutation, request, yieldSlot);
      library.batch(() => {
        mutation.answered?.(answer);
        for (const patch of mutation.patches) patch.answered();
      });
      outbox.done(request, mutation.createdId?.(answer));
      settle(mutation);
      return { ok: true, answer };
    } catch (thrown) {
      undo(mutation);
      // If the library closed, the outcome is unknown: the entry stays for the next library to resume.
      if (!signal.aborted) outbox.done(request);
      const isCreationFailed = thrown instanceof CreationFailed;
      const error = isCreationFailed ? new ApiError('cancelled', ['Cancelled.']) : toApiError(thrown, signal);
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
    const input = inputOf((kind, key) => library.tables.keys.idOf(kind, key) ?? PLACEHOLDER_ID);
    const { resumes } = options;
    const errors = resumes === undefined ? parts.inputErrors(path, input) : [];
    if (errors.length > 0) {
      const refused = invalidInput(errors);
      report(refused);
      return { ok: false, error: refused };
    }
    const request = resumes ?? requests.keyFor(path, input);
    start(mutation);
    if (resumes === undefined) outbox.add(request, mutation.command);
    return new Promise((resolve) => {
      lanes.add(mutation.lanes, async (yieldSlot) => {
        if (resumes !== undefined) await yieldSlot(parts.ready);
        const outcome = await send(mutation, request, resumes === undefined ? null : yieldSlot);
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
