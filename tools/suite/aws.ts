import { join } from 'node:path';

import { startChild, type Child } from '#tools/suite/child.ts';
import { inspectorFlag } from '#tools/suite/inspector.ts';
import { BUILT, PROJECT_ID, PROJECT_ROOT, type Places } from '#tools/suite/places.ts';
import { HOST, type Ports } from '#tools/suite/ports.ts';

/** `uploads` is a folder with objects for the bucket of a first start. */
export function startAws(places: Places, ports: Ports, uploads: string | null, inspect: boolean): Child {
  return startChild({
    name: 'AWS',
    command: process.execPath,
    args: [
      ...inspectorFlag('aws', inspect),
      join(PROJECT_ROOT, BUILT.aws),
      `--host=${HOST}`,
      `--port=${ports.aws}`,
      `--template=${join(PROJECT_ROOT, 'deploy/aws-uploads.yaml')}`,
      `--parameter=FunctionsServiceAccount=local@${PROJECT_ID}.iam.gserviceaccount.com`,
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
