import type { Answer } from '@foldmark/contract/endpoints';

import { isExpired, namedAction } from '#functions/changes/action-state.ts';
import { Failure } from '#functions/errors/failure.ts';
import { firstIconStep, NO_SITES } from '#functions/imports/icon-step.ts';
import { enterIcons } from '#functions/imports/import-queue.ts';
import type { Operation } from '#functions/operations/operation.ts';
import type { Caller } from '#functions/services/accounts.ts';
import type { Services } from '#functions/services/services.ts';

/** Marks the import and queues a task that collects its sites. Further tasks fetch the icons, one site each. */
export const fetchImportIcons: Operation<'/imports/icons/'> = async ({ input, caller }, services) =>
  fetchFor({ ...input, pages: false }, caller, services);

/** The same for pictures, with a task for the page of each link. */
export const fetchImportPictures: Operation<'/imports/pictures/'> = async ({ input, caller }, services) =>
  fetchFor({ ...input, pages: true }, caller, services);

async function fetchFor(
  { import_id: action_id, pages }: { readonly import_id: string; readonly pages: boolean },
  caller: Caller,
  services: Services,
): Promise<Answer<'/imports/icons/'>> {
  const library = await services.library(caller.uid);
  const { answer, links } = await library.transaction(async (transaction) => {
    const action = await namedAction(transaction, action_id);
    const progress = action?.import;
    if (action === null || progress === undefined || isExpired(action, services.now()))
      throw new Failure('noSuchAction');
    if (action.state !== 'done' && action.state !== 'undone') throw new Failure('actionBusy');
    const { state } = action;
    const begun = { answer: { state, received: progress.received }, links: 0 };
    const next = progress.icons?.next;
    // A repeat queues the first task too, because the first attempt may have ended between the commit and queueing it.
    if (state === 'undone' || (next !== undefined && next.list >= 0)) return begun;
    if (next !== undefined) return { ...begun, links: progress.created };
    if (!(await enterIcons(transaction, action_id))) throw new Failure('iconsBusy');
    const icons = pages ? { ...NO_SITES, pages } : NO_SITES;
    transaction.putAction({ ...action, import: { ...progress, icons } }, action);
    return { ...begun, links: progress.created };
  });
  if (links > 0) await services.fetchIconLater(firstIconStep(caller.uid, action_id), links);
  return answer;
}
