import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Distinguishes a process from a later process with the same ID. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

export function identify(pid: number): ProcessIdentity | null {
  const startedAt = startTime(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return startTime(identity.pid) === identity.startedAt;
}

function startTime(pid: number): string | null {
  try {
    if (process.platform === 'linux') return linuxStartTime(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** Returns null for a zombie. The second field is the command in parentheses, with any characters, so skip to the last one. */
function linuxStartTime(stat: string): string | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}
