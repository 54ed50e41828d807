import { BESIDE_ROWS, type BesideRow, type Round } from '#firestore/bench/beside-rows.ts';
import { createOpenClient, type OpenClient } from '#firestore/bench/grpc-client.ts';
import { official } from '#firestore/bench/official.ts';
import { foldmark, type Subject } from '#firestore/bench/subject.ts';
import { median, tableRow, withUnit } from '#firestore/bench/table.ts';

/** What one emulator needed in the rounds of a row. */
interface Results {
  readonly values: number[];
  /** The server's processor time for one operation in milliseconds. Zero if the system does not tell. */
  processorMs: number;
}

const HEADER = ['what', 'goal', 'foldmark-firestore', 'official', 'ratio', 'processor time'];

/**
 * Measures this server and the official emulator in turns, so that other programs on the machine slow down both. A ratio
 * is our median divided by theirs. The last column divides the processor times of the two servers.
 */
export async function printBeside(only: string): Promise<void> {
  const subjects = [foldmark(), await official()] as const;
  const open = createOpenClient();
  const rows = BESIDE_ROWS.filter(({ name }) => name.includes(only));
  const widths = [Math.max(...rows.map(({ name }) => name.length)), 7, 18, 9, 5, 14];
  console.log(tableRow(HEADER, widths));
  const line = widths.map((width) => '-'.repeat(width));
  console.log(tableRow(line, widths));
  for (const row of rows) {
    const [ours, theirs] = await inTurns(row, subjects, open);
    const [our, their] = [median(ours.values), median(theirs.values)];
    const cells = [
      row.unit === '/s' ? '>= 3' : '<= 0.33',
      withUnit(our, row.unit),
      withUnit(their, row.unit),
      (our / their).toFixed(2),
      theirs.processorMs === 0 ? '-' : (ours.processorMs / theirs.processorMs).toFixed(2),
    ];
    console.log(tableRow([row.name, ...cells], widths));
  }
}

async function inTurns(
  row: BesideRow,
  [ourSubject, theirSubject]: readonly [Subject, Subject],
  open: OpenClient,
): Promise<readonly [Results, Results]> {
  const ours = { round: await row.prepare(ourSubject, open), results: noResults() };
  try {
    const theirs = { round: await row.prepare(theirSubject, open), results: noResults() };
    try {
      for (let turn = 0; turn < row.warmUps + row.rounds; turn += 1) {
        // The order changes, because the second one finds a warmer client.
        for (const { round, results } of turn % 2 === 0 ? [ours, theirs] : [theirs, ours])
          await measure(round, turn, turn < row.warmUps ? noResults() : results);
      }
      return [ours.results, theirs.results];
    } finally {
      await theirs.round.close();
    }
  } finally {
    await ours.round.close();
  }
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
