import type { TestProject } from 'vitest/node';

import { startTestSuite } from '#tests/support/test-suite.ts';

/** Vitest's global setup: all API tests share one suite. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Vitest passes the value to other threads, so it can't contain functions.
  const { stop, services: _, ...addresses } = await startTestSuite('api');
  project.provide('suite', addresses);
  return stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    suite: {
      appUrl: string;
      authUrl: string;
      firestoreHost: string;
      functionsUrl: string;
      awsUrl: string;
      projectId: string;
    };
  }
}
