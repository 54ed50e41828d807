import { createOpenClient } from '#firestore/bench/grpc-client.ts';
import { MEASURES } from '#firestore/bench/measures.ts';
import { foldmark, peer } from '#firestore/bench/subject.ts';
import { tableRow } from '#firestore/bench/table.ts';

/** `npm run bench:firestore [-- <part of a measure's name>]`: a table of medians. */
async function main(only: string): Promise<void> {
  const other = peer();
  const subjects = other === null ? [foldmark()] : [foldmark(), other];
  const measures = MEASURES.filter(({ name }) => name.includes(only));
  const open = createOpenClient();
  const header = ['what', 'goal', ...subjects.map(({ name }) => name)];
  const widths = [
    Math.max(...measures.map(({ name }) => name.length)),
    10,
    ...header.slice(2).map((name) => name.length),
  ];
  console.log(tableRow(header, widths));
  console.log(
    tableRow(
      widths.map((width) => '-'.repeat(width)),
      widths,
    ),
  );
  for (const measure of measures) {
    const results: string[] = [];
    for (const subject of subjects) {
      results.push(await measure.run(subject, open).catch((error: unknown) => reason(error)));
    }
    console.log(tableRow([measure.name, measure.goal, ...results], widths));
  }
  if (other === null) {
    console.log('\nTo compare: npm install --no-save @firestore-emulator/server');
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

await main(process.argv[2] ?? '');
