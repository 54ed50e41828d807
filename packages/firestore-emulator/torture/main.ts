import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { summary, torture } from '#firestore/torture/torture.ts';

const USAGE = 'npm run torture -- [--kills 100] [--seed 7]    number of kills; seed of the random choices';

/** `npm run torture`: kills the server 100 times while four clients commit. */
const values = readFlags();

const directory = await mkdtemp(join(tmpdir(), 'firestore-torture-'));
const [kills, seed] = [Number(values.kills), Number(values.seed)];
process.stdout.write(`Seed ${seed}, data in ${directory}\n`);
let exitCode = 0;
try {
  const result = await torture({
    directory,
    kills,
    seed,
    runMillis: 1500,
    snapshotAfterBytes: 1 << 20,
    report: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`No acknowledged commit was lost in ${result.kills} kills: ${summary(result)}.\n`);
  await rm(directory, { recursive: true });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.stderr.write(`The data is in ${directory}. --seed ${seed} repeats the random choices.\n`);
  exitCode = 1;
}
// The SDK retries interrupted calls for minutes, even after its app was deleted.
process.exit(exitCode);

function readFlags() {
  try {
    return parseArgs({
      options: {
        kills: { type: 'string', default: '100' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    process.exit(2);
  }
}
