import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process id with the start time, because the system reuses process ids. */
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

/** Signals all processes of a group. Returns false if the group has ended. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

/** True while the leader or another process of its group runs. */
export function isGroupAlive(leader: ProcessIdentity): boolean {
  const now = startTime(leader.pid);
  // The system has since given the id to another process.
  if (now !== null && now !== leader.startedAt) return false;
  if (process.platform === 'linux') return groupMembers(leader.pid).length > 0;
  return signalGroup(leader.pid, 0);
}

/** Without an init process (in a plain container) zombies stay in the group, so a signal can't tell if it is alive. */
function groupMembers(group: number): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      const stat = readStat(pid);
      return stat !== null && stat.state !== 'Z' && stat.group === group;
    });
}

function startTime(pid: number): string | null {
  if (process.platform === 'linux') {
    const stat = readStat(String(pid));
    return stat === null || stat.state === 'Z' ? null : stat.startTime;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

function readStat(pid: string): { state: string; group: number; startTime: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets. It can contain spaces and brackets, so split after the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', , group = ''] = fields;
    return { state, group: Number(group), startTime: fields[19] ?? '' };
  } catch {
    return null;
  }
}
