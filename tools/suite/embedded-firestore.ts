import { join } from 'node:path';

import { startChild, type Child } from '#tools/suite/child.ts';
import { inspectorFlag } from '#tools/suite/inspector.ts';
import { BUILT, PROJECT_ID, PROJECT_ROOT, type Places } from '#tools/suite/places.ts';
import { HOST, type Ports } from '#tools/suite/ports.ts';

/** The first start imports `seed`. */
export function startEmbeddedFirestore(
  places: Places,
  ports: Ports,
  seed: string | null,
  inspect: boolean,
): Child {
  return startChild({
    name: 'Firestore',
    command: process.execPath,
    args: [
      ...inspectorFlag('firestore', inspect),
      join(PROJECT_ROOT, BUILT.firestore),
      `--host=${HOST}`,
      `--port=${ports.firestore}`,
      `--project-id=${PROJECT_ID}`,
      `--rules=${join(PROJECT_ROOT, 'firestore.rules')}`,
      `--indexes=${join(PROJECT_ROOT, 'firestore.indexes.json')}`,
      // As production does.
      '--require-indexes',
      `--data=${places.firestoreData}`,
      ...(seed === null ? [] : [`--import=${seed}`]),
    ],
    cwd: PROJECT_ROOT,
    logFile: join(places.logs, 'firestore.log'),
  });
}

/** Whether the server answers. */
export async function firestoreAnswers(ports: Ports): Promise<boolean> {
  try {
    const answer = await fetch(`http://${HOST}:${ports.firestore}/`, { signal: AbortSignal.timeout(1000) });
    return answer.ok;
  } catch {
    return false;
  }
}
