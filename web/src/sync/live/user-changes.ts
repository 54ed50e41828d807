import type { User } from '@foldmark/contract/entities';

import type { ApiClient } from '#web/api/api-client.ts';
import type { Library } from '#web/sync/library/library.ts';
import type { Connection } from '#web/sync/live/connection.ts';
import { type Actions, createActions } from '#web/sync/mutations/actions/actions.ts';
import { resume } from '#web/sync/mutations/actions/resume.ts';
import { createFailures } from '#web/sync/mutations/failures.ts';
import type { Failure } from '#web/sync/mutations/mutation.ts';
import { createMutations, type MutationParts } from '#web/sync/mutations/mutations.ts';
import { Patches } from '#web/sync/mutations/patches.ts';
import type { OutboxEntry } from '#web/sync/outbox/outbox-entry.ts';
import { Outbox } from '#web/sync/outbox/outbox.ts';
import type { Owners } from '#web/sync/outbox/owners.ts';
import type { Replica } from '#web/sync/replica/replica.ts';
import { createStore, type Readable, until } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

/** The changes that the user makes in a library, and those that earlier pages could not send. */
export interface UserChanges {
  readonly actions: Actions;
  readonly failures: Readable<readonly Failure[]>;
  /** How many changes of this library the server has not confirmed. */
  readonly unsent: Readable<number>;
  /** How many unconfirmed changes all tabs of this browser have stored. */
  readonly countUnsent: () => Promise<number>;
  /** The profile after the last change of it. */
  readonly changedUser: Readable<User | null>;
  /** Takes over the changes of closed pages. */
  readonly takeOver: () => Promise<readonly OutboxEntry[]>;
  /** Shows the changes that were taken over, and sends them when `ready` resolves. */
  readonly resumePending: (entries: readonly OutboxEntry[]) => void;
  readonly close: () => void;
}

export interface UserChangesParts extends Pick<
  MutationParts,
  'inputErrors' | 'isLive' | 'newKey' | 'onLoggedOut' | 'ready'
> {
  readonly library: Library;
  readonly api: ApiClient;
  readonly connection: Connection;
  readonly owners: Owners;
  readonly replica: Promise<Replica>;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly report: (message: string, cause: unknown) => void;
}

export function createUserChanges(parts: UserChangesParts): UserChanges {
  const { library, connection, timers, signal, report } = parts;
  const failures = createFailures();
  const changedUser = createStore<User | null>(null);
  const outbox = new Outbox({
    owner: parts.newKey(),
    owners: parts.owners,
    store: parts.replica.then((replica) => replica.outbox),
    timers,
    report,
  });
  const mutate = createMutations({
    ...parts,
    failures,
    outbox,
    online: async () => until(connection.isOnline, Boolean),
    onOutcome: connection.outcome,
  });
  const now = () => timers.now() * 1000;
  const context = {
    library,
    mutate,
    failures,
    now,
    patches: new Patches(library, now),
    userChanged: changedUser.set,
  };
  return {
    actions: createActions(context),
    failures: failures.list,
    unsent: outbox.unsent,
    countUnsent: async () => outbox.count(),
    changedUser,
    takeOver: async () => outbox.takeOver(),
    resumePending: (entries) => {
      if (!signal.aborted) resume(context, entries);
    },
    close: () => {
      outbox.close();
    },
  };
}
