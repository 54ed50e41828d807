import { readFile } from 'node:fs/promises';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** A runner that failed without a failed test (a file that does not load, a server that does not start) counts as one. */
export function atLeastOneFailure(tally: Tally, ok: boolean): Tally {
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

export async function vitestTally(reportFile: string): Promise<Tally> {
  const report: Partial<Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number>> = JSON.parse(
    await readReport(reportFile),
  );
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = report;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

export async function playwrightTally(reportFile: string): Promise<Tally> {
  const report: { stats?: { expected: number; unexpected: number; flaky: number; skipped: number } } =
    JSON.parse(await readReport(reportFile));
  if (report.stats === undefined) return NOTHING;
  const { expected, unexpected, flaky, skipped } = report.stats;
  // A test that needs a second try is a defect, in it or in the product.
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** A runner that died before it could report has passed nothing. */
async function readReport(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '{}';
  }
}
