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

interface Run {
  readonly round: Round;
  readonly results: Results;
}

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
export async function printBeside(only: string, withLarge: boolean): Promise<void> {
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
    const results = await inTurns(row, [foldmark(), row.isLarge ? theirsLarge : theirs], open);
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
): Promise<RowResults> {
  const runs: Run[] = [];
  const add = async (round: Promise<Round>): Promise<Results> => {
    const run = { round: await round, results: noResults() };
    runs.push(run);
    return run.results;
  };
  try {
    const ours = await add(row.prepare(ourSubject, open));
    const theirs = await add(row.prepare(theirSubject, open));
    const client = row.measuresClient ? await add(clientAlone(row, ourSubject, open)) : null;
    for (let turn = 0; turn < row.warmUps + row.rounds; turn += 1) {
      // The order changes, because the last one finds a warmer client.
      for (const { round, results } of turn % 2 === 0 ? runs : runs.toReversed())
        await measure(round, turn, turn < row.warmUps ? noResults() : results);
    }
    return { ours, theirs, client };
  } finally {
    for (const { round } of runs) await round.close();
  }
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
