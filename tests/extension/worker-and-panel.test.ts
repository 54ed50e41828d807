import type { Link } from '@foldmark/library/entities/entities';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { type Account, apiOf, type CallApi, newMember } from '#tests/e2e/accounts.ts';
import { expectNoViolationsInBothThemes } from '#tests/e2e/axe.ts';

import { ChromiumExtension } from './chromium.ts';
import { connectChromium, useSuite } from './connect.ts';
import { serveVisitedPages, type VisitedPages } from './visited-pages.ts';

const POLL = { timeout: 60_000, interval: 100 };

let browser: ChromiumExtension;
let account: Account;
let pages: VisitedPages;
let call: CallApi;
/** Its scripts also look at the badge while the worker is stopped. */
let options: Page;
let tab: Page;

beforeAll(async () => {
  useSuite();
  [browser, account, pages] = await Promise.all([
    ChromiumExtension.start(),
    newMember(),
    serveVisitedPages(),
  ]);
  call = await apiOf(account);
  const folder = await call('/folders/create/', { name: 'Recipes', parent_folder_id: 0 });
  for (const [path, name] of [
    ['/soup', 'Lentil soup'],
    ['/bread', 'Rye <bread> & butter'],
  ] as const) {
    const { link_id } = await call('/links/create/', { url: pages.url(path) });
    await call('/links/update/', { link_id, name });
    await call('/folders/add-link/', { folder_id: folder.folder_id, link_id });
  }
});
afterAll(async () => {
  await browser.stop();
  await pages.stop();
});

test('a saved page has a badge, also after navigation inside a page and a restart of the worker', async () => {
  options = await connectChromium(browser, account);
  tab = await browser.context.newPage();
  await tab.goto(pages.url('/soup'));
  await expect.poll(badge, POLL).toBe('✓');
  await tab.evaluate(() => {
    history.pushState(null, '', '/unknown');
  });
  await expect.poll(badge, POLL).toBe('');
  await tab.goBack();
  await expect.poll(badge, POLL).toBe('✓');

  await options.bringToFront();
  await stopWorker();
  await options.evaluate(`(async () => {
    const tab = ${findTab()};
    await chrome.action.setBadgeText({ tabId: tab.id, text: 'old' });
  })()`);
  await tab.bringToFront();
  await expect.poll(badge, POLL).toBe('✓');
});

test('menus save the page, a link, and a selection as its note', async () => {
  // Without the text fragment, which only tells a browser what to highlight.
  await tab.goto(pages.url('/article#:~:text=article'));
  await dispatch('contextMenus.onClicked', {
    menuItemId: 'save-selection',
    pageUrl: pages.url('/article#:~:text=article'),
    selectionText: 'A quote',
  });
  await expect.poll(badge, POLL).toBe('✓');
  await dispatch('contextMenus.onClicked', { menuItemId: 'save-link', linkUrl: pages.url('/linked') });
  await expect.poll(async () => linkTo('/linked'), POLL).toBeDefined();
  expect(await linkTo('/article')).toMatchObject({ name: 'Page /article', note: 'A quote' });
  await dispatch('contextMenus.onClicked', { menuItemId: 'save-page', pageUrl: pages.url('/article') });
  await expect.poll(toldText, POLL).toBe('Already saved.');
});

test('a key saves the page once', async () => {
  await tab.goto(pages.url('/now'));
  await dispatch('commands.onCommand', 'save-now');
  await expect.poll(badge, POLL).toBe('✓');
  await expect.poll(async () => linkTo('/now'), POLL).toMatchObject({ name: 'Page /now' });
  await dispatch('commands.onCommand', 'save-now');
  await expect.poll(toldText, POLL).toBe('Already saved.');
  expect((await links()).filter(({ url }) => url === pages.url('/now'))).toHaveLength(1);
});

test('the address bar searches, escapes titles, and opens a link or the search page', async () => {
  expect(await suggestions('bread recipes')).toEqual([
    expect.stringContaining('Rye &lt;<match>bread</match>&gt; &amp; butter'),
  ]);
  await enter('bread recipes');
  await tab.waitForURL(pages.url('/bread'));
  await enter('nothing like it');
  await tab.waitForURL(`${inject('suite').appUrl}/search?q=nothing%20like%20it`);
});

test('all tabs are saved in the folder of the day, and one undo removes them', async () => {
  await tab.goto(pages.url('/soup'));
  const others = ['/tab-1', '/tab-2', '/tab-2?utm_source=x'];
  for (const path of others) await (await browser.context.newPage()).goto(pages.url(path));
  await dispatch('contextMenus.onClicked', { menuItemId: 'save-tabs' });
  await expect.poll(toldText, POLL).toMatch(/^2 tabs saved in Tabs, .*\. 1 tab saved before\.$/);
  await expect.poll(async () => linkTo('/tab-2'), POLL).toBeDefined();
  const folder = (await call('/folders/list/', {})).find(({ name }) => name.startsWith('Tabs, '));
  const members = await call('/folder-links/list/', {});
  expect(members.filter(({ folder_id }) => folder_id === folder?.folder_id)).toHaveLength(3);

  const panel = await openPanel();
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => linkTo('/tab-2'), POLL).toBeUndefined();
  expect(await linkTo('/soup')).toBeDefined();
  expect((await call('/folders/list/', {})).map(({ name }) => name)).toEqual(['Recipes']);
  await panel.close();
  for (const page of browser.context.pages()) if (page !== tab && page !== options) await page.close();
});

test('the panel is usable by keyboard, follows changes, and undoes a deletion', async () => {
  const panel = await openPanel();
  await expectNoViolationsInBothThemes(panel);
  const { keyboard } = panel;
  // The field has the focus.
  await keyboard.press('ArrowDown');
  await keyboard.press('/');
  await keyboard.type('bread');
  await panel.getByText('1 link', { exact: true }).waitFor();
  await expectNoViolationsInBothThemes(panel);
  await keyboard.press('ArrowDown');
  const row = panel.getByRole('treeitem', { name: /^Rye <bread>/ });
  expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
  await keyboard.press('Shift+F10');
  await panel.getByRole('menuitem', { name: 'Add to favorites' }).waitFor();
  await expectNoViolationsInBothThemes(panel);
  await keyboard.press('Escape');

  await keyboard.press('Delete');
  await panel.getByText('No links match "bread".').waitFor();
  expect(await panel.getByLabel('Search my links').evaluate((field) => field.matches(':focus'))).toBe(true);
  await expect.poll(async () => (await linkTo('/bread'))?.status_id, POLL).toBe(2);
  await panel.getByRole('button', { name: 'Undo' }).press('Enter');
  await row.waitFor();
  await expect.poll(async () => (await linkTo('/bread'))?.status_id, POLL).toBe(1);

  await panel.getByLabel('Search my links').press('Escape');
  await panel.getByRole('treeitem', { name: /^Recipes/ }).press('ArrowRight');
  const soup = panel.getByRole('treeitem', { name: /^Lentil soup/ }).last();
  const opened = browser.context.waitForEvent('page');
  await soup.click({ modifiers: ['ControlOrMeta'] });
  const beside = await opened;
  await beside.waitForURL(pages.url('/soup'));
  await beside.close();
  await panel.close();
});

test('text of twice the size fits into the rows and the fields of the panel', async () => {
  const panel = await browser.context.newPage();
  await panel.addInitScript({
    content:
      "addEventListener('readystatechange', () => (document.documentElement.style.fontSize = '200%'), true);",
  });
  await panel.goto(browser.urlOf('panel.html'));
  await panel.getByRole('treeitem').first().waitFor();
  const cut = await panel.evaluate(`[...document.querySelectorAll('[role=treeitem], input')].filter(
    (element) => element.scrollHeight > element.clientHeight).map((element) => element.outerHTML)`);
  expect(cut).toEqual([]);
  await panel.close();
});

test('a link of the side panel opens in the tab, and the panel stays', async () => {
  await options.evaluate(`(async () => {
    const { id: windowId } = await chrome.windows.getCurrent();
    const button = document.createElement('button');
    button.textContent = 'Open the side panel';
    button.onclick = () => void chrome.sidePanel.open({ windowId });
    document.body.append(button);
  })()`);
  await options.bringToFront();
  await options.getByRole('button', { name: 'Open the side panel' }).click();
  await tab.goto(pages.url('/elsewhere'));
  await tab.bringToFront();
  const inPanel = async (code: string): Promise<unknown> =>
    options.evaluate(`(() => {
      const tabs = chrome.extension.getViews({ type: 'tab' });
      const views = chrome.extension.getViews().filter((view) => !tabs.includes(view));
      const [link] = views.flatMap(({ document }) => [...document.querySelectorAll('a[href$="/soup"]')]);
      return ${code};
    })()`);
  await expect.poll(async () => inPanel('Boolean(link)'), POLL).toBe(true);
  await inPanel('link.click()');
  await tab.waitForURL(pages.url('/soup'));
  expect(await inPanel('Boolean(link)')).toBe(true);
});

/** The expression for the tab in scripts of the extension. */
function findTab(): string {
  return `(await chrome.tabs.query({})).find(({ url }) => url === ${JSON.stringify(tab.url())})`;
}

async function badge(): Promise<unknown> {
  return options.evaluate(`(async () => {
    const tab = ${findTab()};
    return tab && chrome.action.getBadgeText({ tabId: tab.id });
  })()`);
}

/** What popup and panel tell of the last save. */
async function toldText(): Promise<unknown> {
  return options.evaluate('chrome.storage.session.get().then(({ told }) => told?.text)');
}

async function inWorker(code: string): Promise<unknown> {
  // The message starts a worker that was stopped.
  await options.evaluate('chrome.runtime.sendMessage({}).catch(() => undefined)');
  return (await browser.worker()).evaluate(`(async () => { ${code} })()`);
}

async function stopWorker(): Promise<void> {
  const session = await browser.context.newCDPSession(options);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

/** As if the person had chosen it in the tab. */
async function dispatch(event: string, argument: unknown): Promise<void> {
  await tab.bringToFront();
  await inWorker(`chrome.${event}.dispatch(${JSON.stringify(argument)}, ${findTab()});`);
}

/** The lines of the address bar. Enter opens the first. */
async function suggestions(text: string): Promise<unknown> {
  return inWorker(`
    const lines = [];
    chrome.omnibox.setDefaultSuggestion = async ({ description }) => lines.push(description);
    const others = await new Promise((resolve) => {
      chrome.omnibox.onInputChanged.dispatch(${JSON.stringify(text)}, resolve);
    });
    return [...lines, ...others.map(({ description }) => description)];
  `);
}

async function enter(text: string): Promise<void> {
  await tab.bringToFront();
  await inWorker(`chrome.omnibox.onInputEntered.dispatch(${JSON.stringify(text)}, 'currentTab');`);
}

async function openPanel(): Promise<Page> {
  const panel = await browser.open('panel.html');
  await panel.getByRole('treeitem').first().waitFor();
  return panel;
}

async function links(): Promise<readonly Link[]> {
  return call('/links/list/', {});
}

async function linkTo(path: string): Promise<Link | undefined> {
  return (await links()).find(({ url }) => url === pages.url(path));
}
