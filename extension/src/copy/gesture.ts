import type { Part } from '@foldmark/contract/batch-parts';
import type { BatchableChange } from '@foldmark/library/changes/changes';
import type { Edit } from '@foldmark/library/changes/edits';

import type { Entry, ReadRecords, WriteRecords } from '#extension/platform/store.ts';

const PREFIX = 'gesture ';
const DONE = 'done ';
const SEQUENCE_DIGITS = 12;

/**
 * - `waiting`: the server has not answered yet
 * - `answered`: the server has made it, and the copy does not have the result yet
 * - `refused`: the server has refused it, and the person can retry or discard it
 * - `done`: the copy has the result. It stays for a day, so that it can be undone
 */
export type GestureState = 'waiting' | 'answered' | 'refused' | 'done';

/** One action of the person: something that they see as one thing, and undo as one. */
export interface Gesture {
  /** The id of the action in the history. The server makes each part of it once. */
  readonly action_id: string;
  /** Whose library it is for. */
  readonly account: string;
  /** How the person knows that account, for example "Ada at foldmark.example". */
  readonly accountName: string;
  /** The text in the history and in messages, for example "Saved Example". */
  readonly label: string;
  /** In milliseconds. */
  readonly madeAt: number;
  readonly state: GestureState;
  /** With guards, and with refs below 0 for objects that the server has not created yet. Empty for an undo. */
  readonly changes: readonly BatchableChange[];
  /** The calls of /batch/ that send the changes. */
  readonly parts: readonly Part[];
  readonly answeredParts: number;
  /** How the gesture shows until the copy has its result. For an undo, the edits that it undoes. */
  readonly edits: readonly Edit[];
  /** The action that this gesture undoes. */
  readonly undoes: string | null;
  /** The action of which the server has skipped every change, so that this gesture has them. */
  readonly skippedFrom: string | null;
  /** When it was first sent. From then on the server may have made it. */
  readonly triedAt: number | null;
  /** How often the server has failed because of it. */
  readonly failures: number;
  /** Why the server has refused it. */
  readonly messages: readonly string[];
  /** When the copy got the result. */
  readonly doneAt?: number;
}

export interface StoredGesture {
  readonly key: string;
  readonly gesture: Gesture;
}

/** The gestures whose result the copy does not have, oldest first. */
export async function readGestures(records: ReadRecords): Promise<readonly StoredGesture[]> {
  return gesturesIn(await records.list(PREFIX));
}

export async function readGesture(records: ReadRecords, key: string): Promise<Gesture | undefined> {
  const value = await records.get(key);
  return isGesture(value) ? value : undefined;
}

/** Those of the last day whose result the copy has. */
export async function readDone(records: ReadRecords): Promise<readonly StoredGesture[]> {
  return gesturesIn(await records.list(DONE));
}

/** Stores a gesture after all others. */
export function addGesture(records: WriteRecords, others: readonly StoredGesture[], gesture: Gesture): void {
  const last = Number(others.at(-1)?.key.slice(PREFIX.length) ?? 0);
  records.put(`${PREFIX}${String(last + 1).padStart(SEQUENCE_DIGITS, '0')}`, gesture);
}

/** Keeps a gesture only so that it can be undone. */
export function putDone(records: WriteRecords, { key, gesture }: StoredGesture, now: number): void {
  records.delete(key);
  records.put(`${DONE}${gesture.action_id}`, { ...gesture, state: 'done', doneAt: now });
}

function gesturesIn(entries: readonly Entry[]): readonly StoredGesture[] {
  return entries.flatMap(({ key, value }) => (isGesture(value) ? [{ key, gesture: value }] : []));
}

/** Whether the gesture shows over the copy. */
export function isShown({ state }: Gesture): boolean {
  return state === 'waiting' || state === 'answered';
}

/** The url that a gesture saves, or the text that it sets: its label names no page. Empty if it saves several pages or sets no text. */
export function subjectText({ changes }: Pick<Gesture, 'changes'>): string {
  const saved = changes.filter(({ kind }) => kind === 'link.create');
  if (saved.length > 1) return '';
  for (const change of changes) {
    if (change.kind === 'link.create') return change.url;
    if (change.kind === 'link.set') return change.name ?? change.note ?? '';
  }
  return '';
}

function isGesture(value: unknown): value is Gesture {
  return typeof value === 'object' && value !== null && 'action_id' in value && 'changes' in value;
}
