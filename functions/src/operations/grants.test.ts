import type { BatchableChange } from '@foldmark/library/changes/changes';
import { expect, test } from 'vitest';

import { makeOnly } from '#functions/changes/make-changes.ts';
import { doStep } from '#functions/jobs/do-step.ts';
import { batch } from '#functions/operations/batch.ts';
import { undoGrant } from '#functions/operations/grants.ts';
import { undoAction } from '#functions/operations/undo-action.ts';
import type { Author } from '#functions/store/action-documents.ts';
import { LINKS } from '#functions/store/collections.ts';
import type { Step } from '#functions/store/steps.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';
import { noGrants, noServices } from '#functions/testing/no-services.ts';

const START = Date.UTC(2026, 0, 1);
const grants = async () =>
  noGrants({
    find: async (_uid, grant_id) =>
      grant_id !== 'the-app'
        ? null
        : {
            grant_id,
            kind: 'token',
            name: 'An app',
            scopes: ['write'],
            device: '',
            created_at: new Date(START),
            client_host: '',
            last_used_day: '',
            expires_at: new Date(START),
            state: 'active',
          },
  });

let seconds = 0;

function author(action_id = 'app-single'): Author {
  return { grant_id: 'the-app', name: 'An app', action_id };
}

/** Makes the changes as one action, each a second later than the one before. */
async function act(
  memory: MemoryLibrary,
  action_id: string,
  by: Author | null,
  ...changes: BatchableChange[]
): Promise<void> {
  seconds += 1;
  memory.at(new Date(START + seconds * 1000)).callAs(by);
  const input = { action_id, part: 0, parts: 1, label: action_id, changes };
  await callOperation(batch, memory.library, input, { author: by });
  memory.callAs(null);
}

async function undoAll(memory: MemoryLibrary, grant_id = 'the-app') {
  const steps: Step[] = [];
  const doStepLater = async (step: Step) => void steps.push(step);
  const answer = await callOperation(undoGrant, memory.library, { grant_id }, { doStepLater, grants });
  const services = noServices({
    library: async () => memory.library,
    doStepLater,
    readPageLater: async () => undefined,
  });
  const run = async () => {
    for (const step of steps) await doStep(step, services, { pause: async () => undefined });
  };
  return { answer, steps, run };
}

function rename(link_id: number, name: string): BatchableChange {
  return { kind: 'link.set', link_id, name };
}

function someLibrary(): MemoryLibrary {
  return new MemoryLibrary().addLink({ link_id: 1, name: 'one' }).addLink({ link_id: 2, name: 'two' });
}

test('all actions of an app are undone from the latest to the first, and those of the person stay', async () => {
  const memory = someLibrary();
  await act(memory, 'first-action', author(), rename(1, 'a'), rename(2, 'a'));
  await act(memory, 'own-action', null, rename(2, 'mine'));
  await act(memory, 'second-action', author(), rename(1, 'b'));
  await act(memory, 'third-action', author(), rename(1, 'c'));
  const { answer, steps, run } = await undoAll(memory);
  expect(answer).toEqual({ state: 'undoing' });
  await run();
  expect(steps.map((step) => 'action_id' in step && step.action_id)).toEqual([
    'third-action',
    'second-action',
    'first-action',
  ]);
  expect(memory.all(LINKS)).toMatchObject([{ name: 'one' }, { name: 'mine' }]);
  expect(memory.action('first-action')).toMatchObject({
    state: 'undone',
    by: { grant_id: 'the-app', name: 'An app' },
    left_alone: [{ id: 2, why: 'changed' }],
  });
  expect(memory.action('own-action')).toMatchObject({ state: 'done' });
  expect(memory.action('own-action')).not.toHaveProperty('by');
  expect((await undoAll(memory)).answer).toEqual({ state: 'done' });
});

test('a second request while the job works begins no second job', async () => {
  const memory = someLibrary();
  await act(memory, 'first-action', author(), rename(1, 'a'));
  await act(memory, 'second-action', author(), rename(1, 'b'));
  const { run } = await undoAll(memory);
  const again = await undoAll(memory);
  expect(again).toMatchObject({ answer: { state: 'undoing' }, steps: [] });
  await run();
  expect(memory.all(LINKS)).toMatchObject([{ name: 'one' }, { name: 'two' }]);
});

test('a lost task of one action is found again with the rest of the job', async () => {
  const memory = someLibrary();
  await act(memory, 'first-action', author(), rename(1, 'a'));
  await act(memory, 'second-action', author(), rename(1, 'b'));
  await undoAll(memory);
  // The step that `housekeeping` queues: nothing but the document knows that the older actions follow.
  const steps: Step[] = [{ uid: 'u1', action_id: 'second-action', part: 0, state: 'undoing' }];
  const services = noServices({
    library: async () => memory.library,
    doStepLater: async (step: Step) => void steps.push(step),
    readPageLater: async () => undefined,
  });
  for (const step of steps) await doStep(step, services, { pause: async () => undefined });
  expect(memory.all(LINKS)).toMatchObject([{ name: 'one' }, { name: 'two' }]);
});

test("another person's app is not found", async () => {
  await expect(undoAll(someLibrary(), 'the-app-of-bob')).rejects.toMatchObject({ code: 'noSuchGrant' });
});

test('a call of an app with one change becomes an action, and a repeat does not replace it', async () => {
  const memory = someLibrary();
  const call = async (by: Author | null, name: string) => {
    memory.callAs(by);
    await memory.library.transaction(async (transaction) =>
      makeOnly(transaction, { kind: 'link.set', link_id: 1, name }),
    );
  };
  await call(author(), 'a');
  const edits = await memory.editsOf('app-single', 0);
  expect(memory.action('app-single')).toMatchObject({
    label: 'Changed a link: a',
    by: { grant_id: 'the-app' },
    state: 'done',
    changed: 1,
  });
  await call(null, 'mine');
  await call(author(), 'a');
  expect(await memory.editsOf('app-single', 0)).toBe(edits);
  memory.callAs(null);
  await (await undoAll(memory)).run();
  expect(memory.all(LINKS)).toMatchObject([{ name: 'one' }, { name: 'two' }]);
});

test('a single change of the person becomes no action', async () => {
  const memory = someLibrary();
  await memory.library.transaction(async (transaction) =>
    makeOnly(transaction, { kind: 'link.set', link_id: 1, name: 'a' }),
  );
  expect(memory.action('app-single')).toBeUndefined();
});

test.each<[string, BatchableChange[]]>([
  ['deletes a link for ever', [{ kind: 'link.delete', link_id: 1 }]],
  ['deletes a folder for ever', [rename(1, 'a'), { kind: 'folder.delete', folder_id: 1 }]],
  [
    'reverts edits that it has made up',
    [
      {
        kind: 'revert',
        edits: [{ table: 'links', key: { link_id: 1 }, before: null, after: { name: 'one' } }],
      },
    ],
  ],
])('an app is refused a part that %s', async (_, changes) => {
  const memory = someLibrary();
  await expect(act(memory, 'the-action', author(), ...changes)).rejects.toMatchObject({ code: 'notByToken' });
  expect(memory.all(LINKS)).toHaveLength(2);
});

test('an app cannot mark an action of the person as undone, continue it, or undo it', async () => {
  const memory = someLibrary();
  await act(memory, 'own-action', null, rename(1, 'mine'));
  memory.callAs(author());
  const input = { action_id: 'own-action', part: 0, parts: 1, label: 'a', changes: [rename(1, 'a')] };
  const by = { author: author() };
  await expect(callOperation(batch, memory.library, input, by)).rejects.toMatchObject({
    code: 'otherAction',
  });
  const undoes = { ...input, action_id: 'app-action', undoes: 'own-action' };
  await expect(callOperation(batch, memory.library, undoes, by)).rejects.toMatchObject({
    code: 'notByToken',
  });
  const undo = callOperation(undoAction, memory.library, { action_id: 'own-action' }, by);
  await expect(undo).rejects.toMatchObject({ code: 'otherAction' });
  expect(memory.all(LINKS)).toMatchObject([{ name: 'mine' }, {}]);
});
