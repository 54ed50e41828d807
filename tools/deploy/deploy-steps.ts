import * as z from 'zod/mini';

import { CheckSkipped } from './check.ts';
import type { CloudCli } from './cloud-cli.ts';
import { Refused } from './refused.ts';

export interface DeployTools {
  /** Deploys some parts with firebase-tools. Returns false if it fails. */
  readonly deploy: (only: string) => Promise<boolean>;
  readonly cli: CloudCli;
  readonly say: (line: string) => void;
  readonly pause: (ms: number) => Promise<unknown>;
}

const FIRESTORE_TRIES = 5;
const RETRY_MS = 30_000;
const INDEX_CHECK_MS = 10_000;
const INDEX_CHECKS = 180;

const fieldsSchema = z.array(
  z.object({
    name: z.string(),
    indexConfig: z.optional(z.object({ indexes: z.optional(z.array(z.object({ state: z.string() }))) })),
  }),
);

/**
 * Firestore deploys first, so that new code never meets old rules or a missing index. Hosting deploys last, so that a new page
 * never calls an old API. firebase-tools keeps this order in one command, but waits for no index.
 */
export async function deployInSteps(projectId: string, tools: DeployTools): Promise<void> {
  await deployFirestore(tools);
  await indexesReady(projectId, tools);
  if (!(await tools.deploy('functions,hosting')))
    throw new Refused('firebase-tools failed. Its output is above. You can run the command again.');
}

/**
 * A first deployment changes some 110 fields with one request each. firebase-tools stops at the first failure, and the next try
 * skips the finished fields.
 */
async function deployFirestore({ deploy, say, pause }: DeployTools): Promise<void> {
  for (let tries = 1; !(await deploy('firestore')); tries += 1) {
    if (tries === FIRESTORE_TRIES)
      throw new Refused(
        'The rules and indexes could not be deployed, and nothing else was. Run the command again: it continues.',
      );
    say(`Deploying the rules and indexes failed. Trying again in ${RETRY_MS / 1000} seconds.`);
    await pause(RETRY_MS);
  }
}

async function indexesReady(projectId: string, { cli, say, pause }: DeployTools): Promise<void> {
  for (let checks = 0; checks < INDEX_CHECKS; checks += 1) {
    const building = await buildingIndexes(projectId, cli).catch((error: unknown) => {
      if (!(error instanceof CheckSkipped)) throw error;
      say(`Not waiting for the indexes of Firestore: ${error.message}`);
      return [];
    });
    if (building.length === 0) return;
    if (checks === 0) say(`Waiting for Firestore to build its indexes: ${building.join(', ')}`);
    await pause(INDEX_CHECK_MS);
  }
  throw new Refused(
    'Firestore still builds its indexes, so the functions were not deployed. Run the command again later.',
  );
}

/** The fields with an index that is not ready, as collection.field. */
async function buildingIndexes(projectId: string, cli: CloudCli): Promise<string[]> {
  const answer = await cli('gcloud', ['firestore', 'indexes', 'fields', 'list', `--project=${projectId}`]);
  return z.parse(fieldsSchema, answer).flatMap(({ name, indexConfig }) => {
    const isReady = (indexConfig?.indexes ?? []).every(({ state }) => state === 'READY');
    const { group = '', field = '' } =
      /collectionGroups\/(?<group>[^/]+)\/fields\/(?<field>.+)$/.exec(name)?.groups ?? {};
    return isReady ? [] : [`${group}.${field}`];
  });
}
