import type { Tally } from '#tools/support/tally.ts';

/** One thing that has to hold before a deployment. `run` answers a few words on what it saw, and throws for what is wrong. */
export interface Check {
  readonly name: string;
  readonly run: () => Promise<string>;
}

/** What can't be found out here and now; nothing is known to be wrong. */
export class Undecided extends Error {}

const WIDTH = 32;

/** Runs them all in order, a line for each: who mends one thing wants to know of the others too. */
export async function runAll(checks: readonly Check[], say: (line: string) => void): Promise<Tally> {
  const outcome = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, run } of checks) {
    const line = (mark: string, detail: string) =>
      `${mark} ${name.padEnd(WIDTH)}  ${indented(detail, WIDTH + 4)}`;
    try {
      say(line('✓', await run()));
      outcome.passed += 1;
    } catch (error) {
      const undecided = error instanceof Undecided;
      outcome[undecided ? 'skipped' : 'failed'] += 1;
      say(line(undecided ? '-' : '✗', error instanceof Error ? error.message : String(error)));
    }
  }
  return outcome;
}

function indented(text: string, columns: number): string {
  return text.trimEnd().replaceAll('\n', `\n${' '.repeat(columns)}`);
}
