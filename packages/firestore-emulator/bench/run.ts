import { parseArgs } from 'node:util';

import { printBeside } from '#firestore/bench/beside.ts';
import { createOpenClient, type OpenClient } from '#firestore/bench/grpc-client.ts';
import { type Measure, MEASURES } from '#firestore/bench/measures.ts';
import { foldmark, peer, type Subject } from '#firestore/bench/subject.ts';
import { median, tableRow, withUnit } from '#firestore/bench/table.ts';

/** `npm run bench:firestore [-- [--beside [--large] [--fresh]] <part of a measure's name>]` prints a table of medians. */
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
      results.push(await resultOf(measure, subject, open));
    }
    console.log(tableRow([measure.name, measure.goal, ...results], widths));
  }
  if (other === null) {
    console.log('\nTo compare: npm install --no-save @firestore-emulator/server');
  }
}

async function resultOf(measure: Measure, subject: Subject, open: OpenClient): Promise<string> {
  try {
    return withUnit(median(await measure.run(subject, open)), measure.unit);
  } catch (error) {
    return reason(error);
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// A signal alone would not end the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const { values, positionals } = parseArgs({
  options: {
    beside: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const only = positionals[0] ?? '';
await (values.beside ? printBeside({ only, withLarge: values.large, isFresh: values.fresh }) : main(only));
