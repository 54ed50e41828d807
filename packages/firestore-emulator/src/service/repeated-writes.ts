import { StatusError } from '#firestore/api/status.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Write } from '#firestore/model/write.ts';

type Effect = 'insert' | 'update' | 'upsert' | 'delete';

/** The writes of one document so far, as the one write that the real service makes of them. */
interface Collapsed {
  readonly effect: Effect;
  readonly version: Timestamp | null;
}

/**
 * The real service collapses the writes of a document to one, before it reads the document. It refuses writes whose
 * preconditions contradict the writes before them.
 */
export function checkRepeatedWrites(writes: readonly Write[]): void {
  const documents = new Map<string, Collapsed>();
  for (const write of writes) {
    if (write.kind === 'verify') continue;
    const next = { effect: effectOf(write), version: versionOf(write) };
    const before = documents.get(write.name);
    documents.set(write.name, before === undefined ? next : collapse(before, next, write));
  }
}

function collapse(before: Collapsed, next: Collapsed, { precondition }: Write): Collapsed {
  const exists = precondition?.kind === 'exists' ? precondition.exists : null;
  const contradicts =
    before.effect === 'delete' ? exists === true || next.effect === 'update' : exists === false;
  if (contradicts) {
    throw new StatusError(
      'INVALID_ARGUMENT',
      `Cannot ${before.effect} then ${next.effect} an entity in the same request.`,
    );
  }
  const { version } = next;
  if (version !== null && (before.version === null || compareTimestamps(version, before.version) !== 0)) {
    throw new StatusError(
      'INVALID_ARGUMENT',
      'Cannot collapse mutations with different version preconditions.',
    );
  }
  return { effect: next.effect === 'update' ? before.effect : next.effect, version: before.version };
}

function effectOf({ kind, precondition }: Write): Effect {
  if (kind === 'delete') return 'delete';
  if (precondition === null) return 'upsert';
  return precondition.kind === 'exists' && !precondition.exists ? 'insert' : 'update';
}

function versionOf({ precondition }: Write): Timestamp | null {
  return precondition?.kind === 'update-time' ? precondition.updateTime : null;
}
