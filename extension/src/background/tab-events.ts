import type { Badges } from './badges.ts';

const TABS: chrome.permissions.Permissions = { permissions: ['tabs'] };

/**
 * Keeps the badges of the tabs up to date. Without the permission for tabs there is nothing to show, so the browser need not wake
 * the worker for each tab.
 */
export function listenToTabs(badges: Badges): void {
  const onActivated = ({ tabId }: { readonly tabId: number }): void => {
    void showTab(badges, tabId);
  };
  const onUpdated = (_: number, change: chrome.tabs.OnUpdatedInfo, tab: chrome.tabs.Tab): void => {
    // Navigation inside a page changes only the url. The browser removes the badge of a tab that loads.
    if (tab.active && (change.url !== undefined || change.status !== undefined)) void badges.showTab(tab);
  };
  const listen = (): void => {
    chrome.tabs.onActivated.addListener(onActivated);
    chrome.tabs.onUpdated.addListener(onUpdated);
  };
  const stop = (): void => {
    chrome.tabs.onActivated.removeListener(onActivated);
    chrome.tabs.onUpdated.removeListener(onUpdated);
  };
  // First, because the answer comes too late for the event that has started the worker.
  listen();
  void chrome.permissions.contains(TABS).then((isGranted) => {
    if (!isGranted) stop();
  });
  chrome.permissions.onAdded.addListener(({ permissions = [] }) => {
    if (!permissions.includes('tabs')) return;
    listen();
    void badges.refresh();
  });
  chrome.permissions.onRemoved.addListener(({ permissions = [] }) => {
    if (!permissions.includes('tabs')) return;
    stop();
    void badges.clearTabs().then(async () => badges.refresh());
  });
}

async function showTab(badges: Badges, tabId: number): Promise<void> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (tab !== null) await badges.showTab(tab);
}
