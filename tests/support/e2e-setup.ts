import { startTestSuite } from '#tests/support/test-suite.ts';

/**
 * Playwright's global setup: all browser tests share one suite. The workers inherit its addresses through the environment.
 * If FOLDMARK_APP_URL is set, the tests use that running product instead.
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
