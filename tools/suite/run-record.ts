import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Places } from '#tools/suite/places.ts';
import {
  identify,
  isAlive,
  isGroupAlive,
  signalGroup,
  type ProcessIdentity,
} from '#tools/suite/process-identity.ts';

/** The processes of a run. A second start reads the record to refuse, or to clean up after a killed start. */
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

/** Kills the processes that a killed start left running, and returns their names. */
export async function endOrphans(record: RunRecord): Promise<string[]> {
  const orphans = record.children.filter((child) => isGroupAlive(child));
  for (const orphan of orphans) signalGroup(orphan.pid, 'SIGKILL');
  // Wait until the processes have ended, since they hold their ports until then.
  for (let tries = 0; tries < 50 && orphans.some((orphan) => isGroupAlive(orphan)); tries += 1)
    await sleep(100);
  return orphans.map(({ name, pid }) => `${name} (process ${pid})`);
}
