import { startTestSuite } from '#tests/support/test-suite.ts';

/**
 * Playwright's global setup: one suite for all browser tests. Its address reaches the workers through the environment,
 * which they inherit. With FOLDMARK_APP_URL set, tests run against what is there already.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['FOLDMARK_APP_URL'] !== undefined) return undefined;
  const suite = await startTestSuite('e2e');
  process.env['FOLDMARK_APP_URL'] = suite.appUrl;
  process.env['FOLDMARK_AUTH_URL'] = suite.authUrl;
  process.env['FOLDMARK_AWS_URL'] = suite.awsUrl;
  process.env['FOLDMARK_FIRESTORE_HOST'] = suite.firestoreHost;
  return suite.stop;
}
