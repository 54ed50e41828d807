import { ListenHub } from '#firestore/listen/listen-hub.ts';
import { ListenStream } from '#firestore/listen/listen-stream.ts';
import { ResumeTokens } from '#firestore/listen/resume-token.ts';
import type { IndexAdvisor } from '#firestore/query/indexes/index-advisor.ts';
import type { Log } from '#firestore/log/log.ts';
import type { FirestoreService } from '#firestore/api/service.ts';
import type { Authorizer } from '#firestore/service/authorize.ts';
import type { ProjectRules } from '#firestore/service/project-rules.ts';
import type { Store } from '#firestore/store/store.ts';
import type { UsageMeter } from '#firestore/usage/usage-meter.ts';

const TOKEN_RENEWAL_MS = 60_000;

export interface ListenDependencies {
  readonly store: Store;
  readonly authorizer: Authorizer;
  readonly usage: UsageMeter;
  readonly rules: ProjectRules;
  readonly indexes?: IndexAdvisor | null;
  readonly log: Log;
  /** Eight random bytes that identify this run of the server. */
  readonly instance: Uint8Array;
}

export interface Listen {
  readonly open: FirestoreService['listen'];
  readonly stop: () => void;
}

export function createListen(dependencies: ListenDependencies): Listen {
  const { store, authorizer, usage, rules, indexes = null, log, instance } = dependencies;
  const hub = new ListenHub({ store, authorizer, usage, indexes, log, tokens: new ResumeTokens(instance) });
  const stopCommits = store.onCommit((event) => {
    hub.commit(event);
  });
  rules.onChange((project) => {
    hub.rulesChanged(project);
  });
  const timer = setInterval(() => {
    hub.renewResumeToken();
  }, TOKEN_RENEWAL_MS);
  timer.unref();
  return {
    open(sink, caller) {
      const stream = new ListenStream(hub, sink, caller);
      hub.join(stream);
      return stream;
    },
    stop() {
      clearInterval(timer);
      stopCommits();
      hub.stop();
    },
  };
}
