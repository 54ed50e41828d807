import { requireUser } from '#functions/store/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { askForSnapshot } from '#functions/snapshots/ask-for-snapshot.ts';

export const createSnapshot: Operation<'/snapshots/create/'> = async ({ input, caller }, services) => {
  const snapshots = await services.snapshots(caller.uid);
  if (!(await snapshots.hasEnoughLinks())) {
    await requireUser(await services.library(caller.uid));
    return { asked: false };
  }
  const found = input.found_at === undefined ? null : new Date(input.found_at);
  return { asked: await askForSnapshot(services, caller.uid, { why: 'browser', found }) };
};
