import { randomBytes } from 'node:crypto';

import { newToken } from '@foldmark/contract/access-tokens';

import { requireCurrentSession } from '#functions/accounts/current-session.ts';
import { settleOwnership } from '#functions/accounts/ownership.ts';
import { isUndoingApp, undoNextOfApp } from '#functions/grants/undo-app.ts';
import { Failure } from '#functions/errors/failure.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { requireUser } from '#functions/store/require-user.ts';
import { DAY_MS } from '#functions/store/times.ts';

export const listGrants: Operation<'/grants/list/'> = async ({ caller: { uid } }, services) => {
  const grants = await services.grants();
  const listed = await grants.list(uid);
  if (listed.length === 0) await requireUser(await services.library(uid));
  if (!listed.some(({ state }) => state === 'active')) return listed;
  // After a change of the account, each app ends at its next call. A person who looks should not have to wait for that.
  const { sessionsEndedAt = new Date(0) } = (await services.accounts.find(uid)) ?? {};
  if (!listed.some(({ state, created_at }) => state === 'active' && created_at < sessionsEndedAt))
    return listed;
  await grants.revokeBefore(uid, sessionsEndedAt.getTime());
  return grants.list(uid);
};

export const createGrant: Operation<'/grants/create/'> = async ({ input, caller }, services) => {
  const { name, scopes, days, device = '' } = input;
  const library = await services.library(caller.uid);
  await settleOwnership(await requireUser(library), caller, library, services);
  requireCurrentSession(caller, await services.accounts.find(caller.uid));
  const token = newToken('personal', randomBytes);
  const grants = await services.grants();
  const grant = await grants.create(
    caller.uid,
    {
      grant_id: services.newId(),
      name,
      scopes,
      device,
      expires_at: new Date(services.now().getTime() + days * DAY_MS),
    },
    token,
  );
  return { token, grant };
};

export const revokeGrant: Operation<'/grants/revoke/'> = async ({ input, caller }, services) => {
  const grant = await (await services.grants()).revoke(caller.uid, input.grant_id);
  if (grant === null) throw new Failure('noSuchGrant');
  return grant;
};

/** Undoes what an app did. Only the latest action is charged here: each of the others was charged when it was made. */
export const undoGrant: Operation<'/grants/undo/'> = async ({ input: { grant_id }, caller }, services) => {
  const { uid } = caller;
  if ((await (await services.grants()).find(uid, grant_id)) === null) throw new Failure('noSuchGrant');
  const library = await services.library(uid);
  const { steps, changes, isUndoing } = await library.transaction(async (transaction) => {
    // A second job would undo older actions before later ones are undone.
    if (await isUndoingApp(transaction, grant_id)) return { steps: [], changes: 0, isUndoing: true };
    const begun = await undoNextOfApp(transaction, uid, grant_id);
    return { ...begun, isUndoing: begun.steps.some(({ state }) => state === 'undoing') };
  });
  for (const [index, step] of steps.entries()) await services.doStepLater(step, index === 0 ? changes : 0);
  return { state: isUndoing ? 'undoing' : 'done' };
};
