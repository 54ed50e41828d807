import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { type Devtools, devtoolsOf } from '#tests/load/browser/devtools.ts';
import type { Part } from '#tests/load/parts/part.ts';

const LINKS = 1000;
const TABS = 3;
/** The first tenth of the time is a warm-up: code is compiled and caches fill. */
const SAMPLES = 20;
const WARM_SAMPLES = 2;

interface Tab {
  readonly page: Page;
  readonly devtools: Devtools;
}

/** One person edits in three live tabs for a long time. The heap must not grow. */
export const soak: Part = async (testbed, options) => {
  const { soakMs, note, say } = options;
  const context = await testbed.signedIn(await testbed.member(LINKS));
  const tabs: Tab[] = [];
  for (let at = 0; at < TABS; at += 1) {
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('row').first().waitFor();
    tabs.push({ page, devtools: await devtoolsOf(page) });
  }
  const heaps: number[][] = tabs.map(() => []);
  const warmObjects: number[] = [];
  const started = Date.now();
  let edits = 0;
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    const end = started + (soakMs * sample) / SAMPLES;
    while (Date.now() < end) {
      const tab = tabs[edits % TABS];
      if (tab !== undefined) await edit(tab.page, edits);
      edits += 1;
    }
    for (const [at, { devtools }] of tabs.entries()) heaps[at]?.push(await devtools.heapMb());
    if (sample === WARM_SAMPLES)
      for (const { devtools } of tabs) warmObjects.push(await devtools.objectsMb());
    say(`${Math.round((Date.now() - started) / 1000)} s, ${edits} edits, ${heapsNow(heaps)}`);
  }
  note('soak/edits', (1000 * edits) / (Date.now() - started));
  for (const [at, { devtools }] of tabs.entries()) {
    const heap = heaps[at] ?? [];
    const [before, after] = [heap[WARM_SAMPLES - 1] ?? 0, heap.at(-1) ?? 0];
    note('soak/heap', after);
    note('soak/growth', 100 * (after / before - 1));
    note('soak/objects', 100 * ((await devtools.objectsMb()) / (warmObjects[at] ?? 0) - 1));
    note('soak/elements', await devtools.elements());
  }
  await context.close();
};

function heapsNow(heaps: readonly number[][]): string {
  return `${heaps.map((heap) => heap.at(-1)?.toFixed(1)).join(', ')} MB`;
}

/** The most frequent edits: a favorite, a new name, a search. */
async function edit(page: Page, n: number): Promise<void> {
  // Chromium draws no frame of a tab in the background, so a menu would not open there.
  await page.bringToFront();
  const row = page.getByRole('row').nth(1 + (n % 10));
  switch (n % 4) {
    case 0:
    case 1:
      await row.getByRole('button', { name: /^Favorite/ }).click();
      break;
    case 2:
      await row.getByRole('button', { name: /^More for/ }).click();
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill(`Edited ${n} ${crypto.randomUUID()}`);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      break;
    default:
      await page.getByRole('searchbox').fill(String(n % 100));
      await page.getByRole('searchbox').fill('');
  }
  await sleep(100);
}
