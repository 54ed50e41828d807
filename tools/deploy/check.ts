import type { Tally } from '#tools/support/tally.ts';

/** A condition of a deployment. `run` returns a short summary, and throws an error if the condition does not hold. */
export interface Check {
  readonly name: string;
  readonly run: () => Promise<string>;
}

/** Thrown by a check that can't run here. It counts as skipped, not as failed. */
export class CheckSkipped extends Error {}

const WIDTH = 32;

/** Runs all checks in order, also after a failure, and reports a line for each. */
export async function runAll(checks: readonly Check[], say: (line: string) => void): Promise<Tally> {
  const outcome = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, run } of checks) {
    const line = (mark: string, detail: string) =>
      `${mark} ${name.padEnd(WIDTH)}  ${indented(detail, WIDTH + 4)}`;
    try {
      say(line('✓', await run()));
      outcome.passed += 1;
    } catch (error) {
      const skipped = error instanceof CheckSkipped;
      outcome[skipped ? 'skipped' : 'failed'] += 1;
      say(line(skipped ? '-' : '✗', error instanceof Error ? error.message : String(error)));
    }
  }
  return outcome;
}

function indented(text: string, columns: number): string {
  return text.trimEnd().replaceAll('\n', `\n${' '.repeat(columns)}`);
}
