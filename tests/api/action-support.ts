import type { BatchableChange } from '@foldmark/library/changes/changes';
import type { Input } from '@foldmark/contract/endpoints';
import { type Meter, UNMETERED } from '@foldmark/functions/allowance/meter';
import { doStep } from '@foldmark/functions/jobs/do-step';
import { Libraries } from '@foldmark/functions/store/libraries';
import { FirestoreLibrary } from '@foldmark/functions/store/firestore-library';
import type { Step } from '@foldmark/functions/store/steps';
import { noServices } from '@foldmark/functions/testing/no-services';
import { expect } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { seedLibrary } from '#tests/api/seed-library.ts';
import { DEADLINE, type Person, register } from '#tests/api/support.ts';

const firestore = openFirestore();
export const NO_PAUSE = async () => undefined;

export async function seeded(trashed?: Parameters<typeof seedLibrary>[2]): Promise<Person> {
  const person = await register();
  await seedLibrary(firestore, person.uid, trashed);
  return person;
}

export async function libraryOf({ ask }: Person): Promise<object> {
  const [links, folders, members, favorites] = await Promise.all([
    ask('/links/list/', {}),
    ask('/folders/list/', {}),
    ask('/folder-links/list/', {}),
    ask('/favorites/list/', {}),
  ]);
  return { links, folders, members, favorites };
}

/** Makes an action, one part per list of changes. Returns its id. */
export async function act(person: Person, ...parts: BatchableChange[][]): Promise<string> {
  const action_id = crypto.randomUUID();
  for (const [part, changes] of parts.entries()) {
    await person.ask('/batch/', partOf(action_id, part, parts.length, changes));
  }
  return action_id;
}

export function partOf(
  action_id: string,
  part: number,
  parts: number,
  changes: BatchableChange[],
): Input<'/batch/'> {
  return { action_id, part, parts, label: 'Changed', changes };
}

export async function actionOf({ uid }: Person, action_id: string) {
  return (await firestore.doc(`users/${uid}/actions/${action_id}`).get()).data();
}

/** Undoes an action through the API and waits for the job. Returns the action. */
export async function undo(person: Person, action_id: string, redo = false) {
  await person.ask('/actions/undo/', { action_id, redo });
  const state = redo ? 'done' : 'undone';
  await expect.poll(async () => (await actionOf(person, action_id))?.['state'], DEADLINE).toBe(state);
  return actionOf(person, action_id);
}

/** Marks an action without a queue, as if its first task were not delivered yet. */
export async function mark({ uid }: Person, action_id: string, state: 'undoing' | 'redoing', part: number) {
  await firestore.doc(`users/${uid}/actions/${action_id}`).update({ state, next_part: part });
  return { uid, action_id, part, state };
}

export function now(): Date {
  return new Date();
}

interface JobOptions {
  readonly clock?: () => Date;
  readonly meter?: Meter;
}

/** The job in this process, with a queue that only remembers its tasks. */
export function jobOf({ clock = now, meter = UNMETERED }: JobOptions = {}) {
  const queued: Step[] = [];
  const services = noServices({
    now: clock,
    library: async (uid) =>
      new FirestoreLibrary({
        firestore,
        uid,
        now: clock,
        meter,
        onImageDeletions: NO_PAUSE,
        onLeftovers: NO_PAUSE,
      }),
    libraries: async () => new Libraries(firestore, clock),
    readPageLater: async () => undefined,
    doStepLater: async (step) => void queued.push(step),
    fetchIconLater: NO_PAUSE,
  });
  return { queued, services, run: async (step: Step) => doStep(step, services, { pause: NO_PAUSE }) };
}
