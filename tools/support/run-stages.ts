import type { Stage } from '#tools/support/stages.ts';
import { add, NOTHING, type Tally } from '#tools/support/tally.ts';

/** Prints output of a stage. If other stages run at the same time, a stage's output is printed when it ends. */
export type Print = (text: string) => void;

type Lane = readonly Stage[];

export interface StageRunner {
  /**
   * Prepares what the stages of a step need, before the lanes start, because two builds at once would write the same files.
   * Returns the stages that can't run, with the reason.
   */
  readonly prepare: (stages: readonly Stage[]) => Promise<ReadonlyMap<Stage, string>>;
  /** `print` is null if the stage may write to the terminal. */
  readonly run: (stage: Stage, print: Print | null) => Promise<Tally>;
  readonly write: Print;
}

export interface StagesResult {
  readonly total: Tally;
  readonly failed: readonly Stage[];
}

/** Runs all stages, also after a failure, so that one run reports all failures. A stage that can't run counts as one failure. */
export async function runStages(
  steps: readonly (readonly Lane[])[],
  runner: StageRunner,
): Promise<StagesResult> {
  let total = NOTHING;
  const failed: Stage[] = [];
  for (const lanes of steps) {
    const unable = await runner.prepare(lanes.flat());
    const isAlone = lanes.length === 1;
    if (!isAlone) runner.write(`\n${lanes.map((lane) => lane.join(', ')).join(' | ')}\n`);
    await Promise.all(
      lanes.map(async (lane) => {
        for (const name of lane) {
          const tally = await runStage(name, runner, { isAlone, reason: unable.get(name) });
          total = add(total, tally);
          if (tally.failed > 0) failed.push(name);
        }
      }),
    );
  }
  return { total, failed };
}

interface Circumstances {
  readonly isAlone: boolean;
  /** Why the stage can't run. Undefined if it can. */
  readonly reason: string | undefined;
}

async function runStage(
  name: Stage,
  { run, write }: StageRunner,
  { isAlone, reason }: Circumstances,
): Promise<Tally> {
  let output = headerOf(name);
  if (isAlone) write(output);
  const print: Print = isAlone ? write : (text) => (output += text);
  const started = performance.now();
  const tally = await (reason === undefined ? run(name, isAlone ? null : print) : unrun(reason)).catch(
    (error: unknown) => {
      print(`${error instanceof Error ? error.message : String(error)}\n`);
      return { ...NOTHING, failed: 1 };
    },
  );
  print(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  if (!isAlone) write(output);
  return tally;
}

async function unrun(reason: string): Promise<never> {
  throw new Error(`Not run: ${reason}`);
}

function headerOf(name: Stage): string {
  return `\n── ${name} ${'─'.repeat(60 - name.length)}\n`;
}
