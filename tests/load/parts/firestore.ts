import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createOpenClient } from '@foldmark/firestore-emulator/bench/grpc-client.ts';
import { FIRST_SNAPSHOT, START } from '@foldmark/firestore-emulator/bench/measures.ts';
import { foldmark } from '@foldmark/firestore-emulator/bench/subject.ts';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import type { Suite } from '@foldmark/tools/suite/suite';

import type { Part } from '#tests/load/parts/part.ts';

const VERY_MANY = 100_000;

/** The embedded Firestore alone, in a new process for each run. */
export const firestore: Part = async (testbed, { runs, note }) => {
  const open = createOpenClient();
  for (const ms of await START.run(foldmark(), open)) note('firestore/start', ms);
  for (const ms of await FIRST_SNAPSHOT.run(foldmark(), open)) note('firestore/snapshot', ms);

  const folder = await mkdtemp(join(tmpdir(), 'foldmark-measure-'));
  try {
    await testbed.member(VERY_MANY);
    await exportTo(folder, testbed.suite);
    for (const [row, from] of [
      ['firestore/import', join(PROJECT_ROOT, 'emulator-data')],
      ['firestore/import100', folder],
    ] as const) {
      const subject = foldmark([`--import=${from}`, `--project-id=${testbed.suite.projectId}`]);
      for (let run = 0; run < runs; run += 1) {
        const running = await subject.start(open);
        await running.stop();
        note(row, running.startMs);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function exportTo(folder: string, { firestoreHost, projectId }: Suite): Promise<void> {
  const answer = await fetch(`http://${firestoreHost}/emulator/v1/projects/${projectId}:export`, {
    method: 'POST',
    body: JSON.stringify({ export_directory: folder }),
  });
  if (!answer.ok) throw new Error(`The export failed: ${await answer.text()}`);
}
