import { isDeepStrictEqual } from 'node:util';

import { EXPLAINED } from '#firestore/compare/differences.ts';
import { explanationOf, type ExplainedDifference } from '#firestore/compare/explain.ts';
import { NO_SNAPSHOT } from '#firestore/compare/listen-observer.ts';
import { Session } from '#firestore/compare/session.ts';
import type { Observation, Step } from '#firestore/compare/step.ts';
import type { Wire } from '#firestore/compare/wire.ts';

const PARSING_ERROR = 'Response message parsing error';

export interface Difference {
  readonly step: Step;
  readonly ours: Observation;
  readonly official: Observation;
}

export interface Comparison {
  readonly cases: number;
  readonly explained: readonly string[];
  /** The first difference without an explanation. */
  readonly difference: Difference | null;
}

/** Runs a scenario on both servers, step by step. Ends at the first difference, since the data may differ after it. */
export async function compareScenario(
  wires: { readonly ours: Wire; readonly official: Wire },
  project: string,
  steps: readonly Step[],
  explanations: readonly ExplainedDifference[] = EXPLAINED,
): Promise<Comparison> {
  const sessions = [new Session(wires.ours, project), new Session(wires.official, project)] as const;
  const explained: string[] = [];
  let cases = 0;
  try {
    for (const step of steps) {
      const [ours, official] = await Promise.all([sessions[0].run(step), sessions[1].run(step)]);
      if (isCase(step)) cases += 1;
      if (isSame(ours, official)) continue;
      const names = explanationOf(explanations, step, ours, official, steps);
      if (names.length === 0) return { cases, explained, difference: { step, ours, official } };
      explained.push(...names);
      if (isWrite(step)) break;
    }
  } finally {
    for (const session of sessions) session.close();
  }
  return { cases, explained, difference: null };
}

/**
 * Whether the official emulator has damaged its own stream: it writes two messages of a listener at the same time, so a
 * message starts with the frame header of another. The client cannot parse it, or waits for the rest of it for ever.
 */
export function hasDamagedStream(difference: Difference | null): boolean {
  if (difference === null || difference.step.kind === 'call') return false;
  const { ours, official } = difference;
  const isNotParsed = official.code === 'INTERNAL' && official.message.startsWith(PARSING_ERROR);
  return ours.code === 'OK' && (isNotParsed || official.code === NO_SNAPSHOT);
}

export function isSame(ours: Observation, official: Observation): boolean {
  return ours.code === official.code && isDeepStrictEqual(ours.answers, official.answers);
}

function isCase(step: Step): boolean {
  return step.kind !== 'rules' && !(step.kind === 'call' && step.isSetup === true);
}

const READS: ReadonlySet<string> = new Set([
  'RunQuery',
  'RunAggregationQuery',
  'GetDocument',
  'BatchGetDocuments',
  'ListDocuments',
  'ListCollectionIds',
]);

/** After a difference in a write, the data of the servers may differ. */
function isWrite(step: Step): boolean {
  return step.kind !== 'call' || !READS.has(step.method);
}
