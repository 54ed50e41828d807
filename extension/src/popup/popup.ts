import './popup.css';
import { forgetTold, lastTold } from '#extension/background/told.ts';
import { openPart } from '#extension/copy/open-part.ts';
import { pageState } from '#extension/pages/page-state.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import { listenForChanges, tellWorker } from '#extension/platform/messages.ts';
import { readSettings } from '#extension/platform/settings.ts';
import { handOver } from '#extension/queue/hand-over.ts';
import { newRef, perform } from '#extension/queue/perform.ts';
import { discard, retry, undo, waitingGestures } from '#extension/queue/queue.ts';
import { recentFolders, rememberFolders } from '#extension/ui/recent-folders.ts';

import { PopupPage } from './popup-page.ts';
import { readContent, readTab } from './read-tab.ts';

/** With less space, a save may fail. */
const SPACE_MIN_BYTES = 1_000_000;

async function isFull(): Promise<boolean> {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  return quota - usage < SPACE_MIN_BYTES;
}

/** They connect too: the window of the sign-in would close the popup. */
function openOptions(): void {
  void chrome.runtime.openOptionsPage();
  close();
}

async function openTab(url: string): Promise<void> {
  await chrome.tabs.create({ url });
  close();
}

async function start(main: HTMLElement): Promise<void> {
  // Opens the database meanwhile. `pageState` tells if that fails.
  BROWSER.store.read(async () => undefined).catch(() => undefined);
  const [tab, { savesAtOnce }] = await Promise.all([readTab(), readSettings()]);
  const popup = new PopupPage({
    tab: tab ?? {},
    content: readContent(tab?.id),
    savesAtOnce,
    pageState,
    openFolders: async () => (await openPart({}, BROWSER)).built.tree,
    isFull,
    perform,
    handOver,
    undo,
    lastTold,
    forgetTold,
    gestures: waitingGestures,
    retry,
    discard,
    nextRef: newRef,
    recentFolders,
    rememberFolders: async (folders) => rememberFolders(folders).catch(() => undefined),
    send: () => {
      tellWorker({ kind: 'send-now' });
    },
    connect: openOptions,
    openTab: (url) => void openTab(url),
    openOptions,
    close: () => {
      close();
    },
    onChanged: listenForChanges,
  });
  await popup.open(main);
  // What waits since the network was gone, and the news of other devices. The copy is pulled at most once a minute.
  tellWorker({ kind: 'send' });
  tellWorker({ kind: 'pull' });
}

const main = document.querySelector('main');
if (main !== null) void start(main);
