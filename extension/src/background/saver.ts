import { connection } from '#extension/connection/connection.ts';
import { openFolders } from '#extension/copy/open-library.ts';
import { pageState } from '#extension/pages/page-state.ts';
import { isWebPage, tabTitle } from '#extension/pages/save-pages.ts';
import { pagesOf, planTabs } from '#extension/pages/save-tabs.ts';
import { newRef, perform } from '#extension/queue/perform.ts';
import { withoutTextFragment } from '@foldmark/library/entities/link-url';

import { PROBLEM, SAVED } from './badge-text.ts';
import type { Badges } from './badges.ts';
import { isFirefox } from './is-firefox.ts';
import type { MenuId } from './menus.ts';
import { type PageToSave, pageGesture } from './page-gesture.ts';
import { tell } from './told.ts';

type Tab = chrome.tabs.Tab;

const TABS: chrome.permissions.Permissions = { permissions: ['tabs'] };

/** What a menu or a key has done. Null if the person must connect first. */
interface Outcome {
  readonly text: string;
  readonly action: string | null;
}

/** Saves from menus and keys. The badge of the tab tells the outcome, and popup and panel offer to undo it. */
export class Saver {
  readonly #badges: Badges;

  constructor(badges: Badges) {
    this.#badges = badges;
  }

  onMenu(id: MenuId, info: chrome.contextMenus.OnClickData, tab: Tab | undefined): void {
    switch (id) {
      case 'open-panel':
        // At once, because the browser opens it only for a click.
        openPanel(tab);
        return;
      case 'save-tabs': {
        const isAllowed = askForTabs();
        void this.#run(tab, async () => saveTabs(tab?.windowId, isAllowed));
        return;
      }
      case 'save-link':
        void this.#run(tab, async () => save({ url: info.linkUrl ?? '', title: '', note: '' }));
        return;
      case 'save-selection':
        void this.#run(tab, async () => save({ ...pageOf(info, tab), note: info.selectionText ?? '' }));
        return;
      case 'save-page':
        void this.#run(tab, async () => save(pageOf(info, tab)));
    }
  }

  /** On a saved page, the key opens the popup, if the browser allows it. */
  onSaveNow(tab: Tab | undefined): void {
    void this.#run(tab, async () => {
      const { url = '', title = '' } = tab ?? {};
      const { saved } = await pageState(url);
      if (saved === null) return save({ url, title: tabTitle(title, url), note: '' });
      await chrome.action.openPopup().catch(() => undefined);
      return { text: 'Already saved.', action: null };
    });
  }

  async #run(tab: Tab | undefined, task: () => Promise<Outcome | null>): Promise<void> {
    if ((await connection()) === null) {
      await chrome.runtime.openOptionsPage();
      return;
    }
    const [text, outcome] = await task().then(
      (made) => [SAVED, made] as const,
      (thrown: unknown) => [PROBLEM, { text: messageOf(thrown), action: null }] as const,
    );
    if (outcome === null) return;
    await tell(outcome);
    if (tab !== undefined) await this.#badges.flash(tab, { text, title: `Foldmark: ${outcome.text}` });
  }
}

async function save(page: PageToSave): Promise<Outcome> {
  const url = withoutTextFragment(page.url);
  if (!isWebPage(url)) throw new Error("This page can't be saved.");
  const { text, gesture } = pageGesture({ ...page, url }, await pageState(url), newRef);
  return { text, action: gesture === null ? null : await perform(gesture) };
}

/** Asks at once, because the browser asks only for a click. It rejects if the person has not clicked, also if nothing is missing. */
async function askForTabs(): Promise<boolean> {
  return chrome.permissions.request(TABS).catch(async () => chrome.permissions.contains(TABS));
}

/** Null if the person does not allow the extension to see the tabs. */
async function saveTabs(windowId: number | undefined, isAllowed: Promise<boolean>): Promise<Outcome | null> {
  if (!(await isAllowed)) return null;
  const tabs = await chrome.tabs.query(windowId === undefined ? { currentWindow: true } : { windowId });
  const pages = pagesOf(
    tabs.flatMap(({ url = '', title = '', incognito }) =>
      incognito ? [] : [{ url: withoutTextFragment(url), title: tabTitle(title, url) }],
    ),
  );
  const states = await Promise.all(pages.map(async (page) => ({ page, state: await pageState(page.url) })));
  const plan = planTabs(states, { tree: (await openFolders()).tree, day: new Date(), newRef });
  return { text: plan.text, action: plan.changes.length === 0 ? null : await perform(plan) };
}

function pageOf({ pageUrl = '' }: chrome.contextMenus.OnClickData, tab: Tab | undefined): PageToSave {
  return { url: pageUrl, title: tabTitle(tab?.title ?? '', pageUrl), note: '' };
}

function openPanel(tab: Tab | undefined): void {
  // The linter of Firefox's store refuses a call that only Chrome has, unless it is written like this.
  const { sidePanel } = chrome;
  if (isFirefox()) void chrome.sidebarAction.open();
  else if (tab !== undefined) void sidePanel.open({ windowId: tab.windowId });
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
