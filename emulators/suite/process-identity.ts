import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that can be told from a later one that was given the same number. */
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

/** Signals the process and all of its group. False when the group is gone already. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

/** True while the process, or anything it started in its group, lives. */
export function groupLives(leader: ProcessIdentity): boolean {
  const now = startTime(leader.pid);
  // A number that somebody else got meanwhile leads a group that is none of ours.
  if (now !== null && now !== leader.startedAt) return false;
  try {
    return process.kill(-leader.pid, 0);
  } catch {
    return false;
  }
}

function startTime(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      // The second field is the command in brackets and can hold anything, so count from the last bracket:
      // the start time is field 22, the state field 3.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? null : (fields[19] ?? null);
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
