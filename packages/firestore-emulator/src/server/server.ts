import type { CallerOptions } from '#firestore/wire/callers/local-callers.ts';
import { assemble } from '#firestore/server/assemble.ts';
import { silentLog, type Log } from '#firestore/log/log.ts';
import { parseRuleset } from '#firestore/rules/ruleset.ts';
import { IndexAdvisor } from '#firestore/query/indexes/index-advisor.ts';
import { parseIndexDefinitions } from '#firestore/query/indexes/index-definitions.ts';
import { openStore, type StoreLocation } from '#firestore/server/open-store.ts';
import { openRequestLog } from '#firestore/server/request-log.ts';
import type { FirestoreAdmin, FirestoreService } from '#firestore/api/service.ts';
import { ProjectRules } from '#firestore/service/project-rules.ts';
import { systemClock, type Clock } from '#firestore/store/commit-clock.ts';
import { JOURNAL_TYPES } from '#firestore/store/journal/record-codec.ts';
import type { Store } from '#firestore/store/store.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import { openPort } from '#firestore/wire/port.ts';

export interface FirestoreOptions extends CallerOptions, StoreLocation {
  /** 0 takes any free port. */
  readonly port: number;
  /** The rules of each project that has no rules of its own. Without rules everything is open. */
  readonly rules?: string;
  readonly projectRules?: Readonly<Record<string, string>>;
  /** The text of a firestore.indexes.json. Without it no query needs an index, and no document expires. */
  readonly indexes?: string;
  /** Refuse a query without its index in `indexes`. Otherwise the log has a warning. */
  readonly requireIndexes?: boolean;
  /** The file to which each request is appended, as one line of JSON. */
  readonly requestLog?: string;
  /** Runs before the port opens. `isNew` is true if the data directory was empty, or if there is none. */
  readonly beforeOpening?: (store: Store, isNew: boolean) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly clock?: Clock;
  readonly log?: Log;
}

export interface RunningFirestore {
  readonly port: number;
  readonly service: FirestoreService;
  readonly admin: FirestoreAdmin;
  readonly store: Store;
  /** Replaces the rules of each project that has no rules of its own. Throws RulesError if they do not load. */
  replaceRules(source: string): void;
  /** Replaces the index definitions. Throws if they do not load, or if the server started without any. */
  replaceIndexes(source: string): void;
  /** Further calls return the promise of the first. */
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
  const indexes = createIndexAdvisor(options, log);
  const requestLog = options.requestLog === undefined ? null : await openRequestLog(options.requestLog, log);
  const { store, isNew, closeStore } = await openStore(options, messages, clock, log).catch(
    async (error: unknown) => {
      await requestLog?.close();
      throw error;
    },
  );
  const onRequest = requestLog?.write ?? null;
  const { service, admin, pageSource, onRefused, stopListening } = assemble({
    store,
    rules,
    indexes,
    clock,
    log,
    onRequest,
  });
  const close = async (): Promise<void> => {
    stopListening();
    await closeStore();
    await requestLog?.close();
  };
  let stopped: Promise<void> | null = null;
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
      pageSource,
      onRefused,
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
      replaceIndexes(source) {
        if (indexes === null) throw new Error('The server started without index definitions.');
        indexes.replace(parseIndexDefinitions(source));
      },
      stop() {
        stopped ??= open.close().then(close);
        return stopped;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function createIndexAdvisor(options: FirestoreOptions, log: Log): IndexAdvisor | null {
  const { indexes, requireIndexes = false } = options;
  if (indexes === undefined) {
    if (requireIndexes) throw new Error('requireIndexes needs the definitions of the indexes.');
    return null;
  }
  const definitions = parseIndexDefinitions(indexes);
  return new IndexAdvisor({ definitions, require: requireIndexes, log });
}
