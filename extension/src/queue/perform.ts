import { partsOf } from '@foldmark/contract/batch-parts';
import { ACTION_LABEL_MAX_LENGTH } from '@foldmark/contract/limits';
import type { RecordView } from '@foldmark/library/changes/change';
import {
  type BatchableChange,
  batchableChangeSchema,
  guarded,
  type LibraryChange,
} from '@foldmark/library/changes/changes';
import { Draft } from '@foldmark/library/changes/draft';
import type { Edit } from '@foldmark/library/changes/edits';
import { referencesOf } from '@foldmark/library/changes/references';
import { shownEdits } from '@foldmark/library/changes/shown-edits';
import * as z from 'zod/mini';

import { type Connection, readConnection } from '#extension/connection/stored-connection.ts';
import { addGesture, type Gesture, readGestures } from '#extension/copy/gesture.ts';
import { openPart } from '#extension/copy/open-part.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import type { Environment } from '#extension/platform/environment.ts';

const MICROS_PER_MS = 1000;
/** If the message to the worker is lost, because the worker or the browser ends. */
export const WAKE_MS = 30_000;

export interface NewGesture {
  /** The text in the history and in messages, for example "Saved Example". */
  readonly label: string;
  readonly changes: readonly BatchableChange[];
}

/** A gesture that can't be made. The message is for the person. */
export class PerformError extends Error {}

/** A number for an object that a gesture creates. No other gesture of this browser has it. */
export function newRef(env: Environment = BROWSER): number {
  return env.newRef();
}

/**
 * Makes a gesture: it shows at once, and waits on the disk until the server has made it. Returns its `action_id`. Rejects with a
 * PerformError or a StoreError if it can't be kept: then nothing is saved.
 */
export async function perform({ label, changes }: NewGesture, env: Environment = BROWSER): Promise<string> {
  const connection = await readConnection(env);
  if (connection === null) throw new PerformError('Connect the extension to Foldmark first.');
  const parsed = changes.map(parse);
  const { built } = await openPart({ links: linksOf(parsed) }, env);
  const prepared = prepare(built.view, parsed, env.now());
  const action_id = env.newId();
  if (prepared.changes.length === 0) return action_id;
  const gesture: Gesture = {
    action_id,
    account: connection.account,
    accountName: accountName(connection),
    label: shortLabel(label),
    madeAt: env.now(),
    state: 'waiting',
    changes: prepared.changes,
    parts: partsOf(prepared.changes),
    answeredParts: 0,
    edits: prepared.edits,
    undoes: null,
    skippedFrom: null,
    triedAt: null,
    failures: 0,
    messages: [],
  };
  await env.store.write(
    async (records) => {
      addGesture(records, await readGestures(records), gesture);
    },
    { isStrict: true },
  );
  await wake(env);
  return action_id;
}

function accountName({ name, origin }: Connection): string {
  const { host } = new URL(origin);
  return name === '' ? host : `${name} at ${host}`;
}

/** Tells the worker to send, and the pages that the queue has changed. */
export async function wake(env: Environment): Promise<void> {
  await env.setAlarm('send', WAKE_MS);
  env.tellWorker({ kind: 'send' });
  env.tellChanged();
}

export interface Prepared {
  readonly changes: readonly BatchableChange[];
  readonly edits: readonly Edit[];
}

/** The changes with guards, without those that change nothing, and how they show. */
export function prepare(view: RecordView, changes: readonly LibraryChange[], now: number): Prepared {
  const draft = new Draft(view);
  const kept: BatchableChange[] = [];
  const edits: Edit[] = [];
  for (const change of changes) {
    const own = shownEdits(change, draft, now * MICROS_PER_MS);
    if (own?.length === 0) continue;
    kept.push(parse(guarded(change, draft)));
    edits.push(...(own ?? []));
    draft.commit(own ?? []);
  }
  return { changes: kept, edits };
}

/** The ids of the server that changes name. */
export function linksOf(changes: readonly BatchableChange[]): readonly number[] {
  return changes.flatMap((change) =>
    referencesOf(change).flatMap(({ kind, id }) => (kind === 'link' && id > 0 ? [id] : [])),
  );
}

function parse(change: unknown): BatchableChange {
  const parsed = z.safeParse(batchableChangeSchema, change);
  if (!parsed.success) throw new PerformError(parsed.error.issues.map(({ message }) => message).join(' '));
  return parsed.data;
}

function shortLabel(label: string): string {
  return label.slice(0, ACTION_LABEL_MAX_LENGTH).toWellFormed();
}
