import type { User } from '@foldmark/library/entities/entities';

import type { ApiClient } from '#web/api/api-client.ts';
import { type Actions, createActions } from '#web/sync/changes/actions.ts';
import { type Aside, createAsides } from '#web/sync/changes/messages/asides.ts';
import { createFailures, type Failure, type Failures } from '#web/sync/changes/messages/failures.ts';
import { isGesture, type OutboxEntry } from '#web/sync/changes/outbox/outbox-entry.ts';
import { Outbox } from '#web/sync/changes/outbox/outbox.ts';
import type { Owners } from '#web/sync/changes/outbox/owners.ts';
import { Performer, type PerformDeps } from '#web/sync/changes/perform.ts';
import { withReferences } from '@foldmark/library/changes/references';
import { Sender, type SenderDeps } from '#web/sync/changes/sending/sender.ts';
import { SendQueue, type SendQueueDeps } from '#web/sync/changes/sending/send-queue.ts';
import type { Undo } from '#web/sync/changes/undo/undo-stack.ts';
import type { Library } from '@foldmark/library/memory/library';
import type { Connection } from '#web/sync/live/connection.ts';
import type { Replica } from '#web/sync/replica/replica.ts';
import { createStore, type Readable } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

/** The changes that the user makes in a library, and those that earlier pages could not send. */
export interface UserChanges {
  readonly actions: Actions;
  readonly undo: Undo;
  readonly failures: Readable<readonly Failure[]>;
  /** The gestures that the server could not make. */
  readonly asides: Readable<readonly Aside[]>;
  /** How many changes of this library the server has not confirmed. */
  readonly unsent: Readable<number>;
  /** False while this browser can't store changes, so that closing the page loses them. */
  readonly canStore: Readable<boolean>;
  /** How many unconfirmed changes all tabs of this browser have stored. */
  readonly countUnsent: () => Promise<number>;
  /** Sends the changes that are held back for undo at once. */
  readonly sendHeld: () => void;
  /** Called when the page may end. Stores a large gesture that is under way, and sends deletions that wait for an undo. */
  readonly leave: () => void;
  /** Called when the user returns to a page that was left. */
  readonly stay: () => void;
  /** The profile after the user's last change of it. */
  readonly changedUser: Readable<User | null>;
  /** Takes over the changes of closed pages. */
  readonly takeOver: () => Promise<readonly OutboxEntry[]>;
  /** Shows the changes that were taken over, and sends them when `ready` resolves. */
  readonly resumePending: (entries: readonly OutboxEntry[]) => Promise<void>;
  readonly close: () => void;
}

export interface UserChangesDeps extends Pick<
  SenderDeps & SendQueueDeps & PerformDeps,
  'bucket' | 'device' | 'feeds' | 'newKey' | 'onLoggedOut' | 'ready'
> {
  readonly library: Library;
  readonly api: Pick<ApiClient, 'call' | 'sendChange'>;
  readonly connection: Pick<Connection, 'isOnline' | 'outcome' | 'waiting'>;
  readonly owners: Owners;
  readonly replica: Pick<Replica, 'outbox'>;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly report: (message: string, cause: unknown) => void;
}

interface LossDeps extends Pick<UserChanges, 'unsent' | 'canStore'> {
  readonly failures: Failures;
  readonly signal: AbortSignal;
}

export function createUserChanges(deps: UserChangesDeps): UserChanges {
  const { library, connection, timers, signal, report, api } = deps;
  const failures = createFailures();
  const asides = createAsides();
  const changedUser = createStore<User | null>(null);
  const outbox = new Outbox({
    owner: deps.newKey(),
    owners: deps.owners,
    store: deps.replica.outbox,
    timers,
    onAbandoned: () => void outbox.takeOver().then(resumePending),
    report,
  });
  const queue = new SendQueue({
    ...deps,
    onChange: () => {
      sender.start();
    },
  });
  const sender = new Sender({
    ...deps,
    queue,
    api: {
      sendChange: async (change, options) => api.sendChange(change, options),
      sendBatch: async (batch, options) => api.call('/batch/', batch, options),
    },
    keys: library.tables.keys,
    isOnline: connection.isOnline,
    onOutcome: connection.outcome,
    onWait: connection.waiting,
    isHealthy: async () =>
      api.call('/users/get/', {}, { signal }).then(
        () => true,
        () => false,
      ),
    regroup: async (gestures) => outbox.regroup(gestures),
  });
  const performer = new Performer({
    ...deps,
    isOnline: connection.isOnline,
    outbox,
    queue,
    failures,
    asides,
    userChanged: changedUser.set,
  });
  tellLoss({ unsent: outbox.unsent, canStore: deps.replica.outbox.canStore, failures, signal });
  const resumePending = async (entries: readonly OutboxEntry[]): Promise<void> => {
    if (entries.length === 0) return;
    const { readChanges } = await import('#web/sync/changes/outbox/read-outbox-entry.ts');
    if (signal.aborted) return;
    library.batch(() => {
      // First bind the ids, because a change may refer to an object by the key that another page gave it.
      for (const entry of entries)
        if (!isGesture(entry)) library.tables.bind(entry.kind, entry.key, entry.id);
      performer.resume(
        entries.filter(isGesture).flatMap((entry) => {
          const changes = readChanges(entry.changes);
          if (changes === null) return [];
          return [
            {
              ...entry,
              changes: changes.map((change) => withReferences(change, library.keyOf.bind(library))),
            },
          ];
        }),
      );
    });
  };
  return {
    actions: createActions(library, performer),
    undo: performer.undoStack,
    failures: failures.list,
    asides: asides.list,
    unsent: outbox.unsent,
    canStore: deps.replica.outbox.canStore,
    countUnsent: async () => outbox.count(),
    leave: () => {
      performer.finishSlices();
      queue.sendHeld(true);
    },
    stay: () => {
      queue.stay();
    },
    sendHeld: () => {
      performer.finishSlices();
      queue.sendHeld();
    },
    changedUser,
    takeOver: async () => outbox.takeOver(),
    resumePending,
    close: () => {
      outbox.close();
    },
  };
}

/** Warns once, while it is true, that closing the page loses the unsent changes. */
function tellLoss({ unsent, canStore, failures, signal }: LossDeps): void {
  let remove: (() => void) | null = null;
  const check = (): void => {
    if (canStore.get()) remove?.();
    else if (unsent.get() > 0)
      remove ??= failures.add({
        title: "This browser can't store changes.",
        messages: ['Keep this tab open until they are sent.'],
        action: null,
      });
  };
  for (const { subscribe } of [unsent, canStore])
    signal.addEventListener('abort', subscribe(check), { once: true });
}
