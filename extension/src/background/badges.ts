import { connection } from '#extension/connection/connection.ts';
import { isSaved } from '#extension/pages/page-state.ts';
import { waitingGestures } from '#extension/queue/queue.ts';

import { type Badge, commonBadge, pageBadge, PROBLEM } from './badge-text.ts';

const FLASH_MS = 2000;

type Tab = Pick<chrome.tabs.Tab, 'id' | 'url' | 'incognito'>;

/** Writes the badges. The browser keeps them while the worker is stopped. */
export class Badges {
  /** The latest update of each tab. An earlier update that ends later is dropped. */
  readonly #updates = new Map<number, object>();
  readonly #flashes = new Map<number, object>();
  #refreshing = {};

  /** Shows whether the page of a tab is saved. Without the permission for tabs, a tab has no url here, and no badge. */
  async showTab({ id, url, incognito }: Tab): Promise<void> {
    if (id === undefined || url === undefined) return;
    const update = {};
    this.#updates.set(id, update);
    const [page, common] = await Promise.all([
      isSaved(url).catch(() => null),
      chrome.action.getBadgeText({}),
    ]);
    if (this.#updates.get(id) !== update) return;
    this.#updates.delete(id);
    if (!this.#flashes.has(id))
      await write(id, pageBadge({ page, isPrivate: incognito, hasProblem: common === PROBLEM }));
  }

  /** Shows what concerns all pages, and the page of each window. */
  async refresh(): Promise<void> {
    const refreshing = {};
    this.#refreshing = refreshing;
    const [active, current, gestures] = await Promise.all([
      chrome.tabs.query({ active: true }),
      connection(),
      waitingGestures().catch(() => []),
    ]);
    // A later one has newer facts, although it may end earlier.
    if (this.#refreshing !== refreshing) return;
    const { text, title } = commonBadge({
      isEnded: current?.isEnded === true,
      refused: gestures.filter(({ state }) => state === 'refused').length,
      waiting: gestures.length,
      showsPages: active.some(({ url }) => url !== undefined),
    });
    await Promise.all([
      chrome.action.setBadgeText({ text }),
      chrome.action.setTitle({ title }),
      chrome.action.setBadgeBackgroundColor({ color: text === PROBLEM ? '#b3261e' : '#4f46d8' }),
    ]);
    await Promise.all(active.map(async (tab) => this.showTab(tab)));
  }

  /** Removes the badges of all tabs. */
  async clearTabs(): Promise<void> {
    const tabs = await chrome.tabs.query({});
    await Promise.all(tabs.map(async ({ id }) => (id === undefined ? undefined : write(id, null))));
  }

  /** Tells for two seconds what has just happened in a tab. */
  async flash(tab: Tab, badge: Badge<string>): Promise<void> {
    if (tab.id === undefined) return;
    const { id } = tab;
    const flash = {};
    this.#flashes.set(id, flash);
    await write(id, badge);
    await new Promise((resolve) => {
      setTimeout(resolve, FLASH_MS);
    });
    if (this.#flashes.get(id) !== flash) return;
    this.#flashes.delete(id);
    const now = await chrome.tabs.get(id).catch(() => null);
    if (now === null) return;
    // The permission of the click may have ended, and then the url is unknown.
    if (now.url === undefined) await write(id, null);
    else await this.showTab(now);
  }
}

/** Null leaves the tab to the badge of all tabs. */
async function write(tabId: number, badge: Badge<string | null> | null): Promise<void> {
  try {
    await chrome.action.setBadgeText({ tabId, text: badge?.text ?? null });
    await chrome.action.setTitle({ tabId, title: badge?.title ?? (await chrome.action.getTitle({})) });
  } catch {
    // The tab was closed meanwhile.
  }
}
