/// <reference lib="dom" />

import { devtoolsOf } from '#tests/load/devtools.ts';
import type { Part } from '#tests/load/part.ts';

/** Another one each time, since what was searched before is known; and each key finds fewer. */
const TEXTS = ['1234', '2345', '3456', '4567', '5678', '6789', '7891', '8912'];
const QUIET_MS = 250;

/** Types into the search field, a key at a time. */
export const search: Part = async (stage, { runs, note }) => {
  for (const [links, busy, shown] of [
    [10_000, 'search/busy', 'search/shown'],
    [50_000, 'search/busy50', null],
  ] as const) {
    const context = await stage.signedIn(await stage.member(links));
    const page = await context.newPage();
    const devtools = await devtoolsOf(page);
    await page.goto('/');
    await page.getByRole('row').first().waitFor();
    // What is made ready for the first search comes in the seconds after a start.
    await page.waitForTimeout(4000);
    for (let run = 0; run < runs; run += 1) {
      const field = page.getByRole('searchbox');
      await field.fill('');
      await field.focus();
      for (const key of TEXTS[run % TEXTS.length] ?? '') {
        await page.waitForTimeout(QUIET_MS);
        const matches = page.evaluate(changed);
        const before = await devtools.busyMs();
        await page.keyboard.press(key);
        const at = await matches;
        await page.waitForTimeout(QUIET_MS);
        note(busy, (await devtools.busyMs()) - before);
        if (shown !== null) note(shown, at - (await page.evaluate(() => window.pageClock.keyAt())));
      }
    }
    await context.close();
  }
};

/** Runs in the page: when the number of matches has changed and was painted. */
async function changed(): Promise<number> {
  const status = document.querySelector('search [role=status]');
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => {
          resolve(performance.now());
          port1.close();
        });
        port1.start();
        port2.postMessage(null);
      });
    });
    if (status !== null) observer.observe(status, { subtree: true, childList: true, characterData: true });
  });
}
