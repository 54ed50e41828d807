import { randomBytes } from 'node:crypto';

import { createListen } from '#firestore/listen/listen.ts';
import type { Log } from '#firestore/log/log.ts';
import type { FirestoreAdmin, FirestoreService } from '#firestore/api/service.ts';
import { createAdmin } from '#firestore/service/admin.ts';
import { createAuthorizer } from '#firestore/service/authorize.ts';
import { createService } from '#firestore/service/create-service.ts';
import type { ProjectRules } from '#firestore/service/project-rules.ts';
import { createWrite } from '#firestore/service/write-stream.ts';
import type { Store } from '#firestore/store/store.ts';
import { UsageMeter } from '#firestore/usage/usage-meter.ts';

export interface Parts {
  readonly store: Store;
  readonly rules: ProjectRules;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Log;
}

export interface Assembly {
  readonly service: FirestoreService;
  readonly admin: FirestoreAdmin;
  readonly stopListening: () => void;
}

/** Connects all parts of Firestore to a store, without a port. */
export function assemble({ store, rules, clock, log }: Parts): Assembly {
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
    log,
  });
  const unary = createService({ store, authorizer, usage, newDocumentId });
  const listen = createListen({ store, authorizer, usage, rules, log, instance: randomBytes(8) });
  return {
    service: { ...unary, listen: listen.open, write: createWrite(unary.commit) },
    admin: createAdmin({ store, usage, rules, now: clock, log }),
    stopListening: listen.stop,
  };
}

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Twenty characters, as in the ids that the SDKs create. */
function newDocumentId(): string {
  return Array.from(randomBytes(20), (byte) => ID_ALPHABET.charAt(byte % ID_ALPHABET.length)).join('');
}
