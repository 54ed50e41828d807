import { join } from 'node:path';

import { startChild, type Child } from '#emulators/suite/child.ts';
import { inspectorFlag } from '#emulators/suite/inspector.ts';
import { PROJECT_ID, PROJECT_ROOT, type Places } from '#emulators/suite/places.ts';
import { HOST, type Ports } from '#emulators/suite/ports.ts';

/** `uploads` is a folder of objects that a first start begins with. */
export function startAws(places: Places, ports: Ports, uploads: string | null, inspect: boolean): Child {
  return startChild({
    name: 'AWS',
    command: process.execPath,
    args: [
      ...inspectorFlag('aws', inspect),
      join(import.meta.dirname, '../aws/cli.ts'),
      `--host=${HOST}`,
      `--port=${ports.aws}`,
      `--project-id=${PROJECT_ID}`,
      `--data=${places.awsData}`,
      ...(uploads === null ? [] : [`--seed=${uploads}`]),
    ],
    cwd: PROJECT_ROOT,
    logFile: join(places.logs, 'aws.log'),
  });
}

export function isAwsReady(line: string): boolean {
  return line.includes('AWS listens on');
}
