import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { tell, torture } from '#firestore/torture/torture.ts';

const USAGE = 'npm run torture -- [--kills 100] [--seed 7]    fewer kills; the same choices again';

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
  process.stdout.write(`Nothing lost in ${result.kills} kills: ${tell(result)}.\n`);
  await rm(directory, { recursive: true });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.stderr.write(`The data is left in ${directory}; --seed ${seed} makes the same choices again.\n`);
  exitCode = 1;
}
// The SDK goes on trying what the kills cut off, for minutes, also after its end was asked for.
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
