import { setImmediate as tick } from 'node:timers/promises';

import { BATCH_CHANGES_MAX_COUNT } from '@foldmark/contract/limits';
import { FOLDER_NAME_MAX_LENGTH } from '@foldmark/library/entities/limits';
import { describe, expect, test } from 'vitest';

import { itemsOf } from '@foldmark/library/memory/items';
import { keysTo, nextPage, startedPage, storedLink } from '#web/sync/testing/started-page.ts';

function size(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

describe('an action on many things', () => {
  test('is sent in parts of 250, one after the other', async () => {
    const count = 2 * BATCH_CHANGES_MAX_COUNT + 1;
    const here = await startedPage(count);
    const { finished, outcome } = here.actions.setItemsStatus(itemsOf('link', keysTo(count)), 2);
    expect(here.urls()).toEqual([]);
    await tick();
    expect(here.server.calls).toHaveLength(1);
    await here.comeToRest();
    await finished;
    expect(await outcome).toEqual({ ok: true, answer: null });
    const sent = here.server.calls.map(({ input }) => [
      input['part'],
      input['parts'],
      size(input['changes']),
    ]);
    expect(sent).toEqual([
      [0, 3, 250],
      [1, 3, 250],
      [2, 3, 1],
    ]);
    expect(here.server.calls[0]?.input).toMatchObject({
      label: 'Moved 501 links to the trash',
      device: 'A test',
    });
    expect([...here.server.links.all.values()].every(({ status_id }) => status_id === 2)).toBe(true);
  });

  test('is executed once if the answer of a part is lost, also in the next page', async () => {
    const before = await startedPage(300);
    before.actions.setItemsStatus(itemsOf('link', keysTo(300)), 2);
    await tick();
    before.server.work(0);
    before.server.execute({ kind: 'link.set', link_id: 1, status_id: 1 });
    const here = await nextPage(before);
    await here.comeToRest();
    // Another device restored the link after the server had executed the part.
    expect(storedLink(here)?.status_id).toBe(1);
    expect(here.urls()).toEqual(['https://example.com/1']);
    expect(here.failures.get()).toEqual([]);
  });

  test('keeps what was done before a part is refused, takes back the rest, and can send it again', async () => {
    const here = await startedPage(300);
    here.actions.setItemsStatus(itemsOf('link', keysTo(300)), 2);
    await tick();
    here.server.work(0);
    here.server.answer(0);
    await tick();
    here.server.refuse(0, 'noProfile');
    here.server.answer(0);
    await tick();
    expect(here.urls()).toHaveLength(50);
    here.failures.get()[0]?.action?.run();
    expect(here.urls()).toEqual([]);
    await here.comeToRest();
    expect([...here.server.links.all.values()].every(({ status_id }) => status_id === 2)).toBe(true);
  });

  test('may be about a folder whose name is longer than a label', async () => {
    const here = await startedPage();
    here.actions.updateFolder(7, { name: 'x'.repeat(FOLDER_NAME_MAX_LENGTH) });
    here.actions.addLinksToFolder([1, 2], 7);
    await here.comeToRest();
    expect(here.failures.get()).toEqual([]);
    expect(here.server.memberships.all.size).toBe(2);
  });

  test('that changes nothing is not sent', async () => {
    const here = await startedPage();
    here.actions.addLinksToFolder([1, 2], 7);
    await here.comeToRest();
    const { outcome, finished } = here.actions.addLinksToFolder([1, 2], 7);
    await finished;
    expect(await outcome).toEqual({ ok: true, answer: null });
    expect(here.server.calls).toHaveLength(1);
  });
});
