import { connection } from '#extension/connection/connection.ts';
import { openLibrary } from '#extension/copy/open-library.ts';
import { pull } from '#extension/copy/pull.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import { listenForChanges, listenInWorker } from '#extension/platform/messages.ts';
import { listenForGestures } from '#extension/queue/hand-over.ts';
import { send, sendNow } from '#extension/queue/send.ts';

import { Badges } from './badges.ts';
import { isFirefox } from './is-firefox.ts';
import { KeptLibrary } from './kept-library.ts';
import { isMenuId, menuEntries } from './menus.ts';
import { listenToOmnibox } from './omnibox.ts';
import { Saver } from './saver.ts';
import { listenToTabs } from './tab-events.ts';

// The browser starts this file again for each event, after it was idle for 30 seconds. It calls only the listeners that are added
// before anything is awaited. So nothing here has a state that must last.

const MINUTE_MS = 60_000;
const PULL_EACH_MS = 30 * MINUTE_MS;

// Chrome lets scripts in pages read this storage by default, and it has the tokens. Firefox has no such setting.
if ('setAccessLevel' in chrome.storage.local)
  void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

const badges = new Badges();
const library = new KeptLibrary(openLibrary);
const saver = new Saver(badges);

chrome.runtime.onInstalled.addListener(({ reason }) => {
  if (reason === 'install') void chrome.runtime.openOptionsPage();
  // The browser keeps them until the next version.
  void createMenus();
  void begin();
});
chrome.runtime.onStartup.addListener(() => {
  void begin();
});
chrome.alarms.onAlarm.addListener(({ name }) => {
  if (name === 'pull') void pullRegularly(0);
  else if (name === 'send') void send();
});
listenInWorker(({ kind }) => {
  if (kind === 'pull') void pullRegularly(MINUTE_MS);
  else void (kind === 'send-now' ? sendNow() : send());
});
listenForGestures();
listenForChanges(() => {
  library.forget();
  void badges.refresh();
});
listenToTabs(badges);
listenToOmnibox(library);
// Firefox for Android has neither menus nor keys.
if ('contextMenus' in chrome)
  chrome.contextMenus.onClicked.addListener((info, tab) => {
    if (isMenuId(info.menuItemId)) saver.onMenu(info.menuItemId, info, tab);
  });
if ('commands' in chrome)
  chrome.commands.onCommand.addListener((command, tab) => {
    if (command === 'save-now') saver.onSaveNow(tab);
  });

/** After the installation, an update, or the start of the browser. */
async function begin(): Promise<void> {
  await badges.refresh();
  await Promise.all([pullRegularly(0), send()]);
}

/** The next pull is set first, because the browser can stop the worker at any time. */
async function pullRegularly(maxAgeMs: number): Promise<void> {
  if ((await connection()) === null) return;
  await BROWSER.setAlarm('pull', PULL_EACH_MS);
  await pull({ maxAgeMs });
}

async function createMenus(): Promise<void> {
  if (!('contextMenus' in chrome)) return;
  await chrome.contextMenus.removeAll();
  for (const entry of menuEntries(isFirefox() ? 'sidebar' : 'side panel')) chrome.contextMenus.create(entry);
}
