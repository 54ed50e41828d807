import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Places } from '#tools/suite/places.ts';
import {
  groupLives,
  identify,
  isAlive,
  signalGroup,
  type ProcessIdentity,
} from '#tools/suite/process-identity.ts';

/** Who runs in a folder of `.local`, so that a second start knows, and can clean up after one that was killed. */
interface RunRecord {
  readonly starter: ProcessIdentity;
  readonly url: string;
  readonly children: readonly (ProcessIdentity & { readonly name: string })[];
}

export function readRunRecord(places: Places): RunRecord | null {
  try {
    return JSON.parse(readFileSync(places.runRecord, 'utf8'));
  } catch {
    return null;
  }
}

export function writeRunRecord(places: Places, url: string, children: RunRecord['children']): void {
  const starter = identify(process.pid);
  if (starter === null) return;
  const record: RunRecord = { starter, url, children };
  writeFileSync(places.runRecord, JSON.stringify(record, null, 2));
}

export function removeRunRecord(places: Places): void {
  rmSync(places.runRecord, { force: true });
}

export function isRunning(record: RunRecord): boolean {
  return isAlive(record.starter);
}

/** Ends what a killed starter left behind and names it. */
export async function endOrphans(record: RunRecord): Promise<string[]> {
  const orphans = record.children.filter((child) => groupLives(child));
  for (const orphan of orphans) signalGroup(orphan.pid, 'SIGKILL');
  // The ports are free only when the processes are really gone.
  for (let tries = 0; tries < 50 && orphans.some((orphan) => groupLives(orphan)); tries += 1)
    await sleep(100);
  return orphans.map(({ name, pid }) => `${name} (process ${pid})`);
}
