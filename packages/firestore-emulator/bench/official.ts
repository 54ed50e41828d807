import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startProcess, type Subject } from '#firestore/bench/subject.ts';

const MAIN = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const IN_SDK = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar';

/** Java's own limit is a quarter of the machine's memory. */
const LARGE_HEAP = { JAVA_TOOL_OPTIONS: '-Xmx4g' };

/**
 * Google's emulator, without the Python script of gcloud around it: the script would add a second to each start, and it
 * is another process, so the memory would not be Java's. `isLarge` gives it enough memory for several times 100,000
 * documents, unless JAVA_TOOL_OPTIONS is set.
 */
export async function official(isLarge = false): Promise<Subject> {
  const jar = await findJar();
  return {
    name: 'official emulator',
    start: async (open) => {
      const args = ['-Duser.language=en', '-cp', jar, MAIN];
      return startProcess(open, 'java', (port) => [...args, `--port=${port}`], {
        // It logs each connection.
        stderr: 'ignore',
        env: { ...(isLarge ? LARGE_HEAP : {}), ...process.env },
      });
    },
  };
}

/** FIRESTORE_EMULATOR_JAR, or the one of gcloud, or the newest that firebase-tools has downloaded. */
async function findJar(): Promise<string> {
  const named = process.env['FIRESTORE_EMULATOR_JAR'];
  if (named !== undefined) return named;
  const root = await sdkRoot();
  if (root !== null && existsSync(join(root, IN_SDK))) return join(root, IN_SDK);
  const cache = join(homedir(), '.cache/firebase/emulators');
  const files = existsSync(cache) ? await readdir(cache) : [];
  const newest = files
    .filter((name) => /^cloud-firestore-emulator-v[\d.]+\.jar$/u.test(name))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
  if (newest !== undefined) return join(cache, newest);
  throw new Error(
    'The official emulator is not on this machine. Install it with "gcloud components install ' +
      'cloud-firestore-emulator", or set FIRESTORE_EMULATOR_JAR.',
  );
}

async function sdkRoot(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('gcloud', ['info', '--format=value(installation.sdk_root)']);
    return stdout.trim();
  } catch {
    return null;
  }
}
