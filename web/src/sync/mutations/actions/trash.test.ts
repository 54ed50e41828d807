import { setImmediate as tick } from 'node:timers/promises';

import { TRASH_IDS_MAX_COUNT } from '@foldmark/contract/limits';
import { newLink } from '@foldmark/contract/new-link';
import { expect, test } from 'vitest';

import { emptyTrash } from '#web/sync/mutations/actions/trash.ts';
import { openPage } from '#web/sync/testing/open-page.ts';

/** Opens a page with `count` links in its trash. */
function withTrash(count: number) {
  const here = openPage();
  for (let link_id = 1; link_id <= count; link_id += 1) {
    here.server.links.put(String(link_id), {
      ...newLink(link_id, `https://example.com/${link_id}`),
      status_id: 2,
      created_at: 1,
      updated_at: link_id,
    });
  }
  here.feed.links();
  const left = () => here.server.links.all.size;
  /** Lets the server execute and answer the next request. False if there is none. */
  const isDone = async (): Promise<boolean> => {
    await tick();
    return here.server.work(0) && here.server.answer(0);
  };
  const isRefused = async (retryAfterS: number): Promise<boolean> => {
    await tick();
    return here.server.refuse(0, retryAfterS) && here.server.answer(0);
  };
  const pass = async (ms: number): Promise<void> => {
    await tick();
    here.timers.pass(ms);
  };
  return { here, left, isDone, isRefused, pass };
}

test('a trash with more items than one call may name is emptied by several calls', async () => {
  const { here, left } = withTrash(2 * TRASH_IDS_MAX_COUNT + 1);
  const outcome = emptyTrash(here.context);
  expect(here.library.links({ kind: 'trash' }).get()).toEqual([]);
  await here.comeToRest();

  expect(await outcome).toMatchObject({ ok: true });
  expect(left()).toBe(0);
});

test('only the part that exceeds the allowance is retried, after the time that the server names', async () => {
  const { here, left, isDone, isRefused, pass } = withTrash(2 * TRASH_IDS_MAX_COUNT + 1);
  const outcome = emptyTrash(here.context);
  expect(await isDone()).toBe(true);
  expect(await isRefused(12)).toBe(true);
  expect(left()).toBe(TRASH_IDS_MAX_COUNT + 1);
  await pass(11_999);
  expect(await isDone()).toBe(false);
  await pass(1);
  expect(await isDone()).toBe(true);
  expect(left()).toBe(1);
  expect(await isDone()).toBe(true);
  expect(await isDone()).toBe(false);

  expect(await outcome).toMatchObject({ ok: true });
  expect(left()).toBe(0);
  expect(here.failures.list.get()).toEqual([]);
});

test('a part fails after five refusals', async () => {
  const { here, left, isRefused, pass } = withTrash(1);
  const outcome = emptyTrash(here.context);
  let refusals = 0;
  for (; await isRefused(60); await pass(60_000)) refusals += 1;

  expect(await outcome).toMatchObject({ ok: false, error: { failure: 'tooManyCalls' } });
  expect([refusals, left()]).toEqual([5, 1]);
});

test('a part that is refused for another reason is not retried', async () => {
  const { here, isDone, pass } = withTrash(TRASH_IDS_MAX_COUNT + 1);
  const outcome = emptyTrash(here.context);
  await tick();
  here.server.work(0, true);
  here.server.answer(0);
  await pass(600_000);

  expect(await outcome).toMatchObject({ ok: false, error: { failure: 'noSuchLink' } });
  expect(await isDone()).toBe(false);
});

test('a part that waits for the allowance is not sent after the library closes', async () => {
  const { here, isDone, isRefused, pass } = withTrash(1);
  const outcome = emptyTrash(here.context);
  expect(await isRefused(12)).toBe(true);
  await tick();
  here.end();
  expect(await outcome).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  await pass(12_000);
  expect(await isDone()).toBe(false);
});
