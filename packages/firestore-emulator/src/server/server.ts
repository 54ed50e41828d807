import type { CallerOptions } from '#firestore/wire/callers/local-callers.ts';
import { assemble } from '#firestore/server/assemble.ts';
import { silentLog, type Log } from '#firestore/log/log.ts';
import { parseRuleset } from '#firestore/rules/ruleset.ts';
import type { FirestoreAdmin, FirestoreService } from '#firestore/api/service.ts';
import { ProjectRules } from '#firestore/service/project-rules.ts';
import { systemClock, type Clock } from '#firestore/store/commit-clock.ts';
import { createStore } from '#firestore/store/create-store.ts';
import { FileJournal } from '#firestore/store/journal/file-journal.ts';
import { JOURNAL_TYPES, journalCodec } from '#firestore/store/journal/record-codec.ts';
import type { Store } from '#firestore/store/store.ts';
import { loadMessages, type Messages } from '#firestore/protobuf/messages.ts';
import { openPort } from '#firestore/wire/port.ts';

export interface FirestoreOptions extends CallerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** The rules of each project that has no rules of its own. Without rules everything is open. */
  readonly rules?: string;
  readonly projectRules?: Readonly<Record<string, string>>;
  /** The directory that stores the commits. Without a directory the data ends with the process. */
  readonly dataDirectory?: string;
  /** Acknowledge a commit only after fsync, when the disk itself has stored it. */
  readonly fsync?: boolean;
  /** Truncate a damaged log at the damage instead of refusing to start. */
  readonly repair?: boolean;
  /** The size of the log at which a snapshot replaces it. */
  readonly snapshotAfterBytes?: number;
  /** Runs before the port opens. `isNew` is true if the data directory was empty, or if there is none. */
  readonly beforeOpening?: (store: Store, isNew: boolean) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly clock?: Clock;
  readonly log?: Log;
  /** How long a commit waits for a lock that another transaction holds. */
  readonly lockTimeoutMillis?: number;
}

export interface RunningFirestore {
  readonly port: number;
  readonly service: FirestoreService;
  readonly admin: FirestoreAdmin;
  readonly store: Store;
  /** Replaces the rules of each project that has no rules of its own. Throws RulesError if they do not load. */
  replaceRules(source: string): void;
  stop(): Promise<void>;
}

/** Starts the whole emulator, and resolves when the port accepts connections. */
export async function startFirestore(options: FirestoreOptions): Promise<RunningFirestore> {
  const { clock = systemClock, log = silentLog } = options;
  const messages = loadMessages(JOURNAL_TYPES);
  const rules = new ProjectRules();
  if (options.rules !== undefined) rules.replaceDefault(parseRuleset(options.rules));
  for (const [project, source] of Object.entries(options.projectRules ?? {})) {
    rules.replace(project, parseRuleset(source));
  }
  const { store, isNew, closeStore } = await openStore(options, messages, clock, log);
  const { service, admin, stopListening } = assemble({ store, rules, clock, log });
  try {
    await options.beforeOpening?.(store, isNew);
    const { host, port, allowHosts = [], allowOrigins = [] } = options;
    const open = await openPort({
      host,
      port,
      allowHosts,
      allowOrigins,
      messages,
      service,
      admin,
      now: clock,
      log,
    });
    return {
      port: open.port,
      service,
      admin,
      store,
      replaceRules: (source) => {
        rules.replaceDefault(parseRuleset(source));
      },
      async stop() {
        await open.close();
        stopListening();
        await closeStore();
      },
    };
  } catch (error) {
    stopListening();
    await closeStore();
    throw error;
  }
}

async function openStore(
  { dataDirectory, snapshotAfterBytes, lockTimeoutMillis, fsync = false, repair = false }: FirestoreOptions,
  messages: Messages,
  clock: Clock,
  log: Log,
): Promise<{ store: Store; isNew: boolean; closeStore: () => Promise<void> }> {
  const parts = { clock, log, ...(lockTimeoutMillis === undefined ? {} : { lockTimeoutMillis }) };
  if (dataDirectory === undefined) {
    const store = createStore(parts);
    return {
      store,
      isNew: true,
      closeStore: () => {
        store.close();
        return Promise.resolve();
      },
    };
  }
  const journal = new FileJournal({
    directory: dataDirectory,
    codec: journalCodec(messages),
    log,
    fsync,
    repair,
    ...(snapshotAfterBytes === undefined ? {} : { snapshotAfterBytes }),
  });
  const store = createStore({ journal, ...parts });
  const { latest } = await journal.open(store);
  return {
    store,
    isNew: latest === null,
    async closeStore() {
      store.close();
      await journal.close();
    },
  };
}
