import { BESIDE_ROWS, type BesideRow, type Round } from '#firestore/bench/beside-rows.ts';
import { createOpenClient, type OpenClient } from '#firestore/bench/grpc-client.ts';
import { official } from '#firestore/bench/official.ts';
import { startReplay } from '#firestore/bench/replay.ts';
import { foldmark, type Subject } from '#firestore/bench/subject.ts';
import { median, tableRow, withUnit, type Unit } from '#firestore/bench/table.ts';

/** What one emulator needed in the rounds of a row. */
interface Results {
  readonly values: number[];
  /** The server's processor time for one operation in milliseconds. Zero if the system does not tell. */
  processorMs: number;
}

interface RowResults {
  readonly ours: Results;
  readonly theirs: Results;
  /** Null if the row does not measure the client. */
  readonly client: Results | null;
}

/** One of the servers that take turns. */
interface Contestant {
  readonly results: Results;
  readonly prepare: () => Promise<Round>;
}

export interface BesideOptions {
  /** A part of the names of the rows. */
  readonly only: string;
  readonly withLarge: boolean;
  /** Starts a new server for each round, without warm-ups. */
  readonly isFresh: boolean;
}

const FRESH_ROUNDS = 3;

const HEADER = [
  'what',
  'goal',
  'foldmark-firestore',
  'official',
  'ratio',
  'client alone',
  'ratio without client',
  'processor time',
];

/**
 * Measures this server and the official emulator in turns, so that other programs on the machine slow down both. A ratio
 * is our median divided by theirs. A client alone has a server that replays recorded answers. The ratio without the client
 * subtracts this time from both. The last column divides the processor times of the two servers.
 */
export async function printBeside({ only, withLarge, isFresh }: BesideOptions): Promise<void> {
  const theirs = await official();
  const theirsLarge = withLarge ? await official(true) : theirs;
  const open = createOpenClient();
  const rows = BESIDE_ROWS.filter(({ name, isLarge }) => name.includes(only) && (withLarge || !isLarge));
  const widths = [
    Math.max(...rows.map(({ name }) => name.length)),
    ...HEADER.slice(1).map(({ length }) => Math.max(length, 9)),
  ];
  console.log(tableRow(HEADER, widths));
  const line = widths.map((width) => '-'.repeat(width));
  console.log(tableRow(line, widths));
  for (const row of rows) {
    const subjects = [foldmark(), row.isLarge ? theirsLarge : theirs] as const;
    const results = await inTurns(row, subjects, open, isFresh);
    console.log(tableRow([row.name, ...cells(row.unit, results)], widths));
  }
}

function cells(unit: Unit, { ours, theirs, client }: RowResults): readonly string[] {
  const [our, their] = [median(ours.values), median(theirs.values)];
  const own = client === null ? null : median(client.values);
  return [
    unit === '/s' ? '>= 3' : '<= 0.33',
    withUnit(our, unit),
    withUnit(their, unit),
    (our / their).toFixed(2),
    own === null ? '-' : withUnit(own, unit),
    own === null ? '-' : ratioWithout(own, our, their, unit),
    theirs.processorMs === 0 ? '-' : (ours.processorMs / theirs.processorMs).toFixed(2),
  ];
}

/** A rate is the inverse of a time. */
function ratioWithout(client: number, our: number, their: number, unit: Unit): string {
  const [own, ours, theirs] = unit === '/s' ? [1 / client, 1 / our, 1 / their] : [client, our, their];
  const [ourRest, theirRest] = [Math.max(0, ours - own), theirs - own];
  if (theirRest <= 0) return '-';
  if (unit !== '/s') return (ourRest / theirRest).toFixed(2);
  return ourRest === 0 ? '-' : (theirRest / ourRest).toFixed(2);
}

async function inTurns(
  row: BesideRow,
  [ourSubject, theirSubject]: readonly [Subject, Subject],
  open: OpenClient,
  isFresh: boolean,
): Promise<RowResults> {
  const ours = contestant(async () => row.prepare(ourSubject, open));
  const theirs = contestant(async () => row.prepare(theirSubject, open));
  const client = row.measuresClient ? contestant(async () => clientAlone(row, ourSubject, open)) : null;
  const all = client === null ? [ours, theirs] : [ours, theirs, client];
  // A row without warm-ups starts its servers for each round already.
  await (isFresh && row.warmUps > 0 ? measureFresh(all) : measureRunning(row, all));
  return { ours: ours.results, theirs: theirs.results, client: client?.results ?? null };
}

function contestant(prepare: Contestant['prepare']): Contestant {
  return { prepare, results: noResults() };
}

async function measureFresh(all: readonly Contestant[]): Promise<void> {
  for (let turn = 0; turn < FRESH_ROUNDS; turn += 1) {
    for (const { prepare, results } of inOrder(all, turn)) {
      const round = await prepare();
      try {
        await measure(round, turn, results);
      } finally {
        await round.close();
      }
    }
  }
}

async function measureRunning(row: BesideRow, all: readonly Contestant[]): Promise<void> {
  const runs: { readonly round: Round; readonly results: Results }[] = [];
  try {
    for (const { prepare, results } of all) runs.push({ round: await prepare(), results });
    for (let turn = 0; turn < row.warmUps + row.rounds; turn += 1) {
      for (const { round, results } of inOrder(runs, turn))
        await measure(round, turn, turn < row.warmUps ? noResults() : results);
    }
  } finally {
    for (const { round } of runs) await round.close();
  }
}

/** The order changes, because the last one finds a warmer client. */
function inOrder<Item>(items: readonly Item[], turn: number): readonly Item[] {
  return turn % 2 === 0 ? items : items.toReversed();
}

/** Our server answers the preparation and a first turn. The replay answers from then on. */
async function clientAlone(row: BesideRow, subject: Subject, open: OpenClient): Promise<Round> {
  const replay = await startReplay(subject, open);
  const round = await row.prepare({ name: 'client alone', start: () => Promise.resolve(replay) }, open);
  await round.run(-1);
  await replay.begin();
  return round;
}

async function measure(round: Round, turn: number, results: Results): Promise<void> {
  const before = await round.server?.processorMs();
  const { value, operations } = await round.run(turn);
  const after = await round.server?.processorMs();
  results.values.push(value);
  results.processorMs += ((after ?? 0) - (before ?? 0)) / operations;
}

function noResults(): Results {
  return { values: [], processorMs: 0 };
}
