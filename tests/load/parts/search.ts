/// <reference lib="dom" />

import { busyMsOf, longestTaskOf } from '#tests/load/browser/key-cost.ts';
import type { ProfileTab } from '#tests/load/browser/profile-tab.ts';
import type { Note, Part } from '#tests/load/parts/part.ts';
import type { RowName } from '#tests/load/report/rows.ts';
import { inNewBrowser } from '#tests/load/testbed/new-browser.ts';

/** A new text for each run, because searches are cached. Each key narrows the matches. */
const TEXTS = ['1234', '2345', '3456', '4567', '5678', '6789', '7891', '8912'].map((text) => text.split(''));
/** Focuses the search field. */
const FOCUS_KEY = '/';

const ROWS = {
  first: 'search/first',
  busy: 'search/busy',
  firstTask: 'search/firstTask',
  task: 'search/task',
  shown: 'search/shown',
} as const;
const ROWS_100 = {
  first: 'search/first100',
  busy: 'search/busy100',
  firstTask: 'search/firstTask100',
  task: 'search/task100',
  shown: 'search/shown100',
} as const;

type Rows = Readonly<Record<keyof typeof ROWS, RowName>>;

/** Types into the search field, a key at a time. */
export const search: Part = async (testbed, { runs, note }) => {
  for (const [links, rows] of [
    [10_000, ROWS],
    [100_000, ROWS_100],
  ] as const) {
    const member = await testbed.member(links);
    // Each run is in a new browser, because only the first search is slowed down by code that has not run before.
    for (let run = 0; run < runs; run += 1) {
      await inNewBrowser(testbed, member, async (tab) => {
        if (links === 10_000) await typePlain(tab, note);
        await typeText(tab, textOf(run), rows, note);
      });
      // A trace makes the keys slower, so it has keys of its own.
      await inNewBrowser(testbed, member, async (tab) => typeTraced(tab, textOf(run), rows, note));
    }
  }
};

async function typePlain(tab: ProfileTab, note: Note): Promise<void> {
  await tab.evaluate(`(${String(addPlainField)})()`);
  for (const key of '12') note('search/plain', await busyMsOf(tab, key));
  await tab.evaluate(`document.querySelector('#plain').remove()`);
}

async function typeText(tab: ProfileTab, text: readonly string[], rows: Rows, note: Note): Promise<void> {
  await tab.press(FOCUS_KEY);
  for (const [index, key] of text.entries()) {
    const matches = tab.evaluate(`(${String(changed)})()`);
    note(index === 0 ? rows.first : rows.busy, await busyMsOf(tab, key));
    note(rows.shown, Number(await matches) - Number(await tab.evaluate('pageClock.keyAt()')));
  }
}

async function typeTraced(tab: ProfileTab, text: readonly string[], rows: Rows, note: Note): Promise<void> {
  await tab.press(FOCUS_KEY);
  for (const [index, key] of text.entries())
    note(index === 0 ? rows.firstTask : rows.task, await longestTaskOf(tab, key));
}

function textOf(run: number): readonly string[] {
  return TEXTS[run % TEXTS.length] ?? [];
}

/** Runs in the page. */
function addPlainField(): void {
  const field = document.createElement('input');
  field.id = 'plain';
  document.body.append(field);
  field.focus();
}

/** Runs in the page: the time at which a changed number of matches has been painted. */
async function changed(): Promise<number> {
  const count = document.querySelector('search [data-count]');
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
    if (count !== null) observer.observe(count, { attributes: true });
  });
}
