import { initializeTestEnvironment } from '@firebase/rules-unit-testing';
import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/firestore';
import { startFirestore } from '#firestore/server/server.ts';

export interface RulesEnvironment {
  readonly environment: RulesTestEnvironment;
  readonly stop: () => Promise<void>;
}

/** Starts a server with these rules, and connects the official test package to it. */
export async function startUnderRules(projectId: string, rules: string): Promise<RulesEnvironment> {
  // The SDK logs a warning for each denied request, which these tests cause on purpose.
  setLogLevel('silent');
  const server = await startFirestore({ host: '127.0.0.1', port: 0 });
  const environment = await initializeTestEnvironment({
    projectId,
    firestore: { host: '127.0.0.1', port: server.port, rules },
  });
  return {
    environment,
    stop: async () => {
      await environment.cleanup();
      await server.stop();
    },
  };
}
