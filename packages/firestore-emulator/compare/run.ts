import { isDeepStrictEqual, parseArgs } from 'node:util';

import * as fc from 'fast-check';

import { createOpenClient } from '#firestore/bench/grpc-client.ts';
import { official as officialEmulator } from '#firestore/bench/official.ts';
import type { Area } from '#firestore/compare/area.ts';
import { aggregations, queries } from '#firestore/compare/areas/queries.ts';
import { conflictsArea } from '#firestore/compare/areas/conflicts.ts';
import { documentsArea } from '#firestore/compare/areas/documents.ts';
import { listProofsArea } from '#firestore/compare/areas/list-proofs.ts';
import { listenersArea } from '#firestore/compare/areas/listeners.ts';
import { rulesArea } from '#firestore/compare/areas/rules.ts';
import { transactionsArea } from '#firestore/compare/areas/transactions.ts';
import { writesArea } from '#firestore/compare/areas/writes.ts';
import { compareScenario, hasDamagedStream, type Difference } from '#firestore/compare/compare.ts';
import { EXPLAINED } from '#firestore/compare/differences.ts';
import type { ExplainedDifference } from '#firestore/compare/explain.ts';
import { isObject, stringify, type Json } from '#firestore/compare/json.ts';
import { ROOT, type Step } from '#firestore/compare/step.ts';
import { connect, type Wire } from '#firestore/compare/wire.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import { startFirestore } from '#firestore/server/server.ts';

const AREAS: readonly Area[] = [
  queries,
  aggregations,
  writesArea,
  documentsArea,
  transactionsArea,
  conflictsArea,
  listenersArea,
  rulesArea,
  listProofsArea,
];
const SCENARIOS_PER_SEED = 20;
const WORKERS = 8;
/** Keeps the projects of two runs on one emulator apart. */
const RUN = Date.now().toString(36);
const USAGE = `npm run compare -- [--cases 100000] [--seed 7] [--only queries,writes] [--official 127.0.0.1:PORT] [--show "name of an explained difference"]`;

interface Options {
  readonly cases: number;
  readonly seed: number;
  readonly areas: readonly Area[];
  readonly port: number | null;
  readonly explanations: readonly ExplainedDifference[];
}

interface Totals {
  cases: number;
  /** Scenarios that ran again, because the official emulator had damaged a stream. */
  repeated: number;
  readonly byArea: Map<string, number>;
  readonly explained: Map<string, number>;
  readonly found: Map<string, number>;
}

/** Found in one scenario. Its message tells fast-check nothing: the difference itself is kept beside. */
class Unexplained extends Error {
  readonly difference: Difference;

  constructor(difference: Difference) {
    super('The servers differ.');
    this.difference = difference;
  }
}

const options = readOptions();
const official =
  options.port === null
    ? await (await officialEmulator()).start(createOpenClient())
    : { port: options.port, stop: async () => {} };
const messages = loadMessages();
const server = await startFirestore({ host: '127.0.0.1', port: 0 });
const wires = { ours: connect(server.port, messages), official: connect(official.port, messages) };
const counted: Totals = { cases: 0, repeated: 0, byArea: new Map(), explained: new Map(), found: new Map() };
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    report(counted);
    void official.stop().finally(() => process.exit(130));
  });
}
let exitCode = 1;
try {
  await compareAll(wires, options, counted);
  report(counted);
  exitCode = counted.found.size === 0 ? 0 : 1;
} finally {
  wires.ours.close();
  wires.official.close();
  await official.stop();
  await server.stop();
}
process.exit(exitCode);

async function compareAll(
  both: { readonly ours: Wire; readonly official: Wire },
  { cases, seed, areas, explanations }: Options,
  totals: Totals,
): Promise<void> {
  const turns = areas.flatMap((area) => Array.from({ length: area.weight }, () => area));
  let next = 0;
  const work = Array.from({ length: WORKERS }, async () => {
    while (totals.cases < cases) {
      const turn = next;
      next += 1;
      const area = turns[turn % turns.length];
      if (area !== undefined) await compareArea(both, area, { seed: seed + turn, explanations }, totals);
      if (turn % 10 === 9) process.stdout.write(`${totals.cases} cases\n`);
    }
  });
  await Promise.all(work);
}

async function compareArea(
  both: { readonly ours: Wire; readonly official: Wire },
  area: Area,
  { seed, explanations }: Pick<Options, 'seed' | 'explanations'>,
  totals: Totals,
): Promise<void> {
  let run = 0;
  let isShrinking = false;
  let first = '';
  const property = fc.asyncProperty(area.scenario, async (steps) => {
    run += 1;
    const project = `demo-${RUN}-${area.name}-${seed}-${run}`;
    let result = await compareScenario(both, project, steps, explanations);
    if (hasDamagedStream(result.difference)) {
      totals.repeated += 1;
      result = await compareScenario(both, `${project}-again`, steps, explanations);
    }
    const { cases, explained, difference } = result;
    if (!isShrinking) {
      totals.cases += cases;
      totals.byArea.set(area.name, (totals.byArea.get(area.name) ?? 0) + cases);
      for (const name of explained) totals.explained.set(name, (totals.explained.get(name) ?? 0) + 1);
    }
    if (difference === null) return;
    // Shrinks only what fails in the same way, so that the smallest case is of the difference that was found.
    const signature = signatureOf(area, difference);
    if (first === '') {
      const count = totals.found.get(signature) ?? 0;
      totals.found.set(signature, count + 1);
      if (count > 0) return;
      first = signature;
      isShrinking = true;
    }
    if (signature === first) throw new Unexplained(difference);
  });
  const checked = await fc.check(property, { seed, numRuns: SCENARIOS_PER_SEED });
  if (!checked.failed) return;
  if (!(checked.errorInstance instanceof Unexplained)) throw checked.errorInstance;
  const [steps = []] = checked.counterexample ?? [];
  process.stdout.write(described(area, seed, steps, checked.errorInstance.difference));
}

function signatureOf(area: Area, { step, ours, official: theirs }: Difference): string {
  const what = step.kind === 'call' ? step.method : step.kind;
  const words = theirs.message
    .replaceAll(/"[^"]*"|'[^']*'|\b(?:[abm](?:\.[a-z])*)\b|[^a-zA-Z ]+/gu, '')
    .slice(0, 90);
  const keys = ours.code === theirs.code ? differingKeys(ours.answers, theirs.answers) : [];
  return [area.name, what, ours.code, theirs.code, words, ...keys].join(' ');
}

function differingKeys(ours: Json, theirs: Json): string[] {
  if (!isObject(ours) || !isObject(theirs)) return [];
  return Object.keys(ours).filter((key) => !isDeepStrictEqual(ours[key], theirs[key]));
}

function described(
  area: Area,
  seed: number,
  steps: readonly Step[],
  { step, ours, official: theirs }: Difference,
): string {
  const lines = [
    `\n=== ${signatureOf(area, { step, ours, official: theirs })}`,
    `npm run compare -- --only ${area.name} --seed ${seed} --cases 1`,
    ...steps.slice(0, steps.indexOf(step) + 1).map((each) => `  ${shown(each)}`),
    `  ours:     ${shown(ours)}`,
    `  official: ${shown(theirs)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function shown(value: unknown): string {
  return stringify(value).replaceAll(ROOT, 'ROOT');
}

function report({ cases, repeated, byArea, explained, found }: Totals): void {
  process.stdout.write(`\n${cases} cases, seed ${options.seed}\n${table(byArea)}`);
  if (repeated > 0) process.stdout.write(`${repeated} scenarios repeated after a damaged stream\n`);
  if (explained.size > 0) process.stdout.write(`explained differences:\n${table(explained)}`);
  process.stdout.write(
    found.size === 0 ? 'no unexplained difference\n' : `unexplained differences:\n${table(found)}`,
  );
}

function table(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `  ${String(count).padStart(8)}  ${name}\n`).join('');
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        cases: { type: 'string', default: '100000' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        only: { type: 'string', default: '' },
        official: { type: 'string' },
        show: { type: 'string' },
      },
    });
    const names = values.only.split(',').filter((name) => name !== '');
    const areas = names.length === 0 ? AREAS : AREAS.filter(({ name }) => names.includes(name));
    if (areas.length === 0) throw new Error(`Areas: ${AREAS.map(({ name }) => name).join(', ')}`);
    const port = values.official === undefined ? null : Number(values.official.split(':').at(-1));
    const explanations = EXPLAINED.filter(({ name }) => name !== values.show);
    return { cases: Number(values.cases), seed: Number(values.seed), areas, port, explanations };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    process.exit(2);
  }
}
