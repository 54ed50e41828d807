/**
 * `npm run restore` restores the library of one user from a backup (deploy/README.md). It needs permission to write to the
 * project's Firestore: `gcloud auth application-default login`.
 */
import { LIBRARY_COLLECTIONS } from '@foldmark/library/entities/collections';
import { Firestore } from 'firebase-admin/firestore';

import { ENVIRONMENT_NAMES } from '#tools/deploy/environments.ts';
import { projectEnvironments } from '#tools/deploy/project-files.ts';
import { readFlags, refuseUsage } from '#tools/support/flags.ts';

import { type RestoreCounts, restoreLibrary } from './restore-library.ts';

const USAGE = `
npm run restore -- --to ${ENVIRONMENT_NAMES.join('|')} --user UID --from DATABASE [--yes]

  --to NAME         the environment whose database gets the library
  --user UID        the user id, as under Authentication in the console
  --from DATABASE   the id of the database into which the backup was restored
  --yes             writes; without it, the command only counts
`;
const LIVE = '(default)';

try {
  const { to, user, from, yes } = readFlags(USAGE, {
    to: { type: 'string' },
    user: { type: 'string' },
    from: { type: 'string' },
    yes: { type: 'boolean', default: false },
  });
  const name = ENVIRONMENT_NAMES.find((known) => known === to);
  if (name === undefined || user === undefined || from === undefined || from === LIVE) {
    refuseUsage(USAGE, 'Say where, for which user, and from which database.');
  }
  const { projectId } = (await projectEnvironments())[name];
  const live = new Firestore({ projectId, databaseId: LIVE });
  const backup = new Firestore({ projectId, databaseId: from });
  const counts = await restoreLibrary({ backup, live, uid: user, now: () => new Date() }, yes);
  process.stdout.write(`${textOf(counts)}\n`);
  process.stdout.write(yes ? 'Restored.\n' : 'Nothing was written. Add --yes to restore.\n');
  await Promise.all([live.terminate(), backup.terminate()]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function textOf(counts: RestoreCounts): string {
  return LIBRARY_COLLECTIONS.map((collection) => {
    const { back, changed, deleted, same } = counts[collection];
    const parts = [`${back} come back`, `${changed} change`, `${deleted} are deleted`, `${same} stay`];
    return `${collection.padEnd(13)}${parts.join(', ')}`;
  }).join('\n');
}
