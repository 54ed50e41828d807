import { randomBytes } from 'node:crypto';

import { createListen } from '#firestore/listen/listen.ts';
import type { Log } from '#firestore/log/log.ts';
import type { PageSource } from '#firestore/api/page-source.ts';
import type { OnRefused } from '#firestore/api/refused-request.ts';
import type { RequestEntry } from '#firestore/api/request-entry.ts';
import type { IndexAdvisor } from '#firestore/query/indexes/index-advisor.ts';
import type { FirestoreAdmin, FirestoreService } from '#firestore/api/service.ts';
import { createAdmin } from '#firestore/service/admin.ts';
import { createAuthorizer } from '#firestore/service/authorize.ts';
import { createService } from '#firestore/service/create-service.ts';
import type { ProjectRules } from '#firestore/service/project-rules.ts';
import { createPageSource } from '#firestore/service/page-source.ts';
import { recordListen } from '#firestore/service/recording/record-listen.ts';
import { recordService } from '#firestore/service/recording/record-service.ts';
import { RequestRecorder } from '#firestore/service/recording/request-recorder.ts';
import { TtlSweeper } from '#firestore/service/ttl.ts';
import { createWrite } from '#firestore/service/write-stream.ts';
import type { Store } from '#firestore/store/store.ts';
import { UsageMeter } from '#firestore/usage/usage-meter.ts';

export interface Parts {
  readonly store: Store;
  readonly rules: ProjectRules;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Log;
  /** Receives each request. */
  readonly onRequest?: ((entry: RequestEntry) => void) | null;
  /** Without it no query needs an index. */
  readonly indexes?: IndexAdvisor | null;
}

export interface Assembly {
  readonly service: FirestoreService;
  readonly admin: FirestoreAdmin;
  readonly pageSource: PageSource;
  readonly onRefused: OnRefused;
  readonly stopListening: () => void;
}

/** Connects all parts of Firestore to a store, without a port. */
export function assemble(parts: Parts): Assembly {
  const { store, rules, clock, log, indexes = null, onRequest = null } = parts;
  const recorder = new RequestRecorder(clock);
  if (onRequest !== null) recorder.onEntry(onRequest);
  const usage = new UsageMeter();
  const authorizer = createAuthorizer({
    rulesOf: (project) => rules.of(project),
    read: (name) => store.read(name),
    onReads: (database, count) => {
      usage.add(database, { reads: count });
    },
    onTrace: (project, trace) => {
      rules.count(project, trace);
    },
    onVerdict: (caller, _database, verdict) => {
      if (caller.kind === 'user') caller.onVerdict?.(verdict);
    },
    log,
  });
  const unary = recordService(createService({ store, authorizer, usage, indexes, newDocumentId }), recorder);
  const ttl = new TtlSweeper({ store, usage, log, policies: () => indexes?.definitions.ttlPolicies ?? [] });
  const onRefused: OnRefused = (request) => {
    recorder.refused(request);
  };
  const listen = createListen({ store, authorizer, usage, rules, indexes, log, instance: randomBytes(8) });
  return {
    service: {
      ...unary,
      listen: recordListen(listen.open, recorder),
      write: createWrite(unary.commit, onRefused),
    },
    admin: createAdmin({ store, usage, rules, ttl, indexes, recorder, now: clock, log }),
    pageSource: createPageSource({ store, usage, recorder, rules }),
    onRefused,
    stopListening() {
      ttl.stop();
      listen.stop();
    },
  };
}

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Twenty characters, as in the ids that the SDKs create. */
function newDocumentId(): string {
  return Array.from(randomBytes(20), (byte) => ID_ALPHABET.charAt(byte % ID_ALPHABET.length)).join('');
}
