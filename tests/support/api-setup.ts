import type { TestProject } from 'vitest/node';

import { startTestSuite } from '#tests/support/test-suite.ts';

/** Vitest's global setup of the API tests: one suite for all of them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What is provided travels to other threads, and functions do not.
  const { stop, services: _, ...where } = await startTestSuite('api');
  project.provide('suite', where);
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
