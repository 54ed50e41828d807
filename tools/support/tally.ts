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

/** Counts a runner that failed without a failed test (because a file or server did not load) as one failure. */
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
  // A flaky test counts as failed: either the test or the product has a defect.
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** A runner that crashed before it wrote its report counts as zero passed tests. */
async function readReport(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '{}';
  }
}
