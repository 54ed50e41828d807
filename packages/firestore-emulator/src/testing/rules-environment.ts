import { initializeTestEnvironment } from '@firebase/rules-unit-testing';
import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/firestore';
import { startFirestore } from '#firestore/server/server.ts';

export interface RulesEnvironment {
  readonly environment: RulesTestEnvironment;
  readonly stop: () => Promise<void>;
}

/** A server of its own under these rules, in the hands of the official test package. */
export async function startUnderRules(projectId: string, rules: string): Promise<RulesEnvironment> {
  // The SDK warns of every denial, and denials are what such tests are about.
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
