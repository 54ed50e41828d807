import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runStep } from '#tools/support/run-step.ts';
import { add, type Tally } from '#tools/support/tally.ts';
import { runAll } from './check.ts';
import { configChecks } from './config-checks.ts';
import { readFirebaseJson } from './firebase-json.ts';
import { functionsChecks } from './functions-checks.ts';
import { hostingChecks } from './hosting-checks.ts';
import { readProjectFile } from './project-files.ts';
import type { Manifest } from './standalone-functions.ts';

export interface Rehearsal {
  readonly outcome: Tally;
  /** The manifest of the functions; null if they did not build or load. */
  readonly manifest: Manifest | null;
}

/** Checks each part of a deployment that needs neither a network nor an account. `fresh` also rebuilds unchanged parts. */
export async function rehearse(say: (line: string) => void, { fresh = false } = {}): Promise<Rehearsal> {
  const built = await runAll([{ name: 'web app and functions build', run: async () => build(fresh) }], say);
  // Without a new build, the other checks would only test the files of an earlier one.
  if (built.failed > 0) return { outcome: built, manifest: null };
  const config = readFirebaseJson(await readProjectFile('firebase.json'));
  const folder = await mkdtemp(join(tmpdir(), 'foldmark-functions-'));
  try {
    const functions = functionsChecks(config, folder);
    const checks = [...configChecks(config), ...functions.checks, ...hostingChecks(config)];
    return { outcome: add(built, await runAll(checks, say)), manifest: functions.manifest() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function build(fresh: boolean): Promise<string> {
  const { ok, output } = await runStep('node', ['tools/build.ts', ...(fresh ? [] : ['--if-stale'])]);
  if (!ok) throw new Error(output);
  return output;
}
