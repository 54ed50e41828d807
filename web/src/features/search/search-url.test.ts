import { array, assert, constantFrom, oneof, property } from 'fast-check';
import { expect, test } from 'vitest';

import { createStore } from '#web/sync/store.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

import { SearchUrl } from './search-url.ts';
import { UnwrittenText } from './unwritten-text.ts';

interface Entry {
  readonly path: string;
  /** The router's key. In this test, the entry of a page load has its path as the key. */
  readonly key: string;
  readonly state: unknown;
}

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/**
 * A browser with a history, and a router that renders each page. `typed`: the text that the user has typed already, and the
 * history entry in which it was begun.
 */
function browserAt(
  path: string,
  typed: { text: string; in: string | null } = { text: '', in: null },
  storage = memoryStorage(),
) {
  const text = createStore(typed.text);
  const timers = createManualTimers();
  const entries: Entry[] = [{ path, key: path, state: null }];
  let current = 0;
  let pushed = 0;
  const entry = () => entries[current] ?? { path: '/', key: '', state: null };
  const address = () => new URL(entry().path, 'https://foldmark.invalid');
  const pushEntry = (added: Entry) => {
    entries.splice(current + 1, Infinity, added);
    current += 1;
  };
  const push = (to: string, state: unknown) => {
    pushed += 1;
    pushEntry({ path: to, key: `pushed ${pushed}`, state });
    isPop = false;
  };
  let pending = 0;
  const url = new SearchUrl({
    text,
    typedIn: typed.in,
    timers,
    address: {
      get pathname() {
        return address().pathname;
      },
      get search() {
        return address().search;
      },
    },
    push,
    back: () => {
      pending += 1;
    },
    replaceUrl: (replaced) => {
      entries[current] = { ...entry(), path: replaced };
    },
    unwritten: new UnwrittenText(() => storage),
    entryKey: () => entry().key,
  });
  text.subscribe(() => {
    url.typed();
  });
  const moved = () => {
    const { key, state } = entry();
    url.moved({ pathname: address().pathname, key, state, isPop });
  };
  let isPop = true;
  let rendered = entry().key;
  moved();
  const render = () => {
    const { key } = entry();
    if (key !== rendered && !isPop) moved();
    rendered = key;
  };
  const go = (steps: number) => {
    current = Math.max(0, current + steps);
    isPop = true;
    moved();
  };
  return {
    text,
    timers,
    flush: url.flush,
    /** Makes the router render the current entry, unless it has rendered that entry last. */
    render,
    paths: () => entries.map((each) => each.path),
    path: () => entry().path,
    go: (steps: number) => {
      go(steps);
      render();
    },
    /** On a touch screen, a selection adds an entry that the router does not know. */
    select: () => {
      pushEntry(entry());
    },
    visit: (visited: string) => {
      push(visited, null);
      render();
    },
    /** Completes pending Back calls, because browsers go back asynchronously. */
    settle: () => {
      while (pending > 0) {
        pending -= 1;
        go(-1);
      }
    },
  };
}

test('the first letter pushes an entry, further letters replace it after a pause or before the page is left', () => {
  const browser = browserAt('/folders/5');
  browser.text.set('g');
  expect(browser.paths()).toEqual(['/folders/5', '/search?q=g']);
  browser.text.set('gi');
  browser.render();
  browser.text.set('git');
  expect(browser.path()).toBe('/search?q=g');
  browser.timers.pass(1000);
  expect(browser.paths()).toEqual(['/folders/5', '/search?q=git']);
  browser.text.set('git hub');
  browser.flush();
  browser.visit('/settings');
  expect(browser.paths()).toEqual(['/folders/5', '/search?q=git+hub', '/settings']);
  expect(browser.text.get()).toBe('');
  browser.go(-1);
  expect(browser.text.get()).toBe('git hub');
});

test('an empty text returns to the page before, and a text that is typed meanwhile is a new search', () => {
  const browser = browserAt('/folders/5');
  browser.text.set('a');
  browser.render();
  browser.text.set('');
  browser.settle();
  expect(browser.path()).toBe('/folders/5');
  browser.text.set('b');
  browser.render();
  browser.text.set('');
  browser.text.set('c');
  browser.settle();
  browser.render();
  expect(browser.paths()).toEqual(['/folders/5', '/search?q=c']);
  expect(browser.text.get()).toBe('c');
});

test('an empty text also leaves the entries that selections on a touch screen have added', () => {
  const browser = browserAt('/folders/5');
  browser.text.set('a');
  browser.render();
  browser.select();
  browser.text.set('');
  browser.settle();
  expect([browser.path(), browser.text.get()]).toEqual(['/folders/5', '']);
});

test('a text that was typed during a selection on a touch screen stays when the selection ends', () => {
  const browser = browserAt('/folders/5');
  browser.text.set('git');
  browser.render();
  browser.select();
  browser.text.set('git hub');
  browser.flush();
  browser.go(-1);
  expect([browser.path(), browser.text.get()]).toEqual(['/search?q=git+hub', 'git hub']);
  browser.go(-1);
  expect([browser.path(), browser.text.get()]).toEqual(['/folders/5', '']);
});

test('a letter that is removed before its page is rendered returns once', () => {
  const browser = browserAt('/folders/5');
  browser.visit('/folders/6');
  browser.text.set('a');
  browser.text.set('');
  browser.render();
  browser.settle();
  expect([browser.path(), browser.text.get()]).toEqual(['/folders/6', '']);
});

test('a search that was opened by its URL is left for all items', () => {
  const browser = browserAt('/search?q=news&in=7');
  expect(browser.text.get()).toBe('news');
  browser.text.set('news today');
  browser.flush();
  expect(browser.path()).toBe('/search?q=news+today&in=7');
  browser.text.set('');
  browser.settle();
  expect(browser.paths()).toEqual(['/search?q=news+today&in=7', '/']);
});

test('a text that was typed before this code had loaded is searched, unless the page has changed since', () => {
  expect(browserAt('/folders/5', { text: 'a', in: '/folders/5' }).path()).toBe('/search?q=a');
  const browser = browserAt('/folders/favorites', { text: 'a', in: '/folders/5' });
  expect(browser.path()).toBe('/folders/favorites');
  expect(browser.text.get()).toBe('');
  expect(browserAt('/search?q=b', { text: 'a', in: '/folders/5' }).text.get()).toBe('b');
});

test('Back right after a letter, or a reload, keeps the text for the next visit of its entry', () => {
  const { text, flush, go, path, settle } = browserAt('/folders/7');
  text.set('p');
  text.set('pump');
  go(-1);
  expect(text.get()).toBe('');
  go(1);
  expect([text.get(), path()]).toEqual(['pump', '/search?q=pump']);
  text.set('pumpkin');
  flush();
  go(-1);
  go(1);
  expect([text.get(), path()]).toEqual(['pumpkin', '/search?q=pumpkin']);

  // A text that was removed letter by letter is whole again.
  text.set('pump');
  text.set('p');
  text.set('');
  settle();
  expect(path()).toBe('/folders/7');
  go(1);
  expect(text.get()).toBe('pumpkin');

  const storage = memoryStorage();
  const before = browserAt('/search?q=p', { text: '', in: null }, storage);
  before.text.set('pumpkin');
  const after = browserAt('/search?q=p', { text: '', in: null }, storage);
  expect([after.text.get(), after.path()]).toEqual(['pumpkin', '/search?q=pumpkin']);
  // Another search has the same text in its URL, and must not get the kept text.
  const other = browserAt('/search?q=p&in=7', { text: '', in: null }, storage);
  expect(other.text.get()).toBe('p');
});

test('the URL and the field agree again after keys, Back and renders in any order, and no typed text is lost', () => {
  const text = constantFrom('', '', 'a', 'b', 'ab').map((typed) => ({ typed }));
  const step = oneof(text, constantFrom('render', 'settle', 'flush', 'select', 'back', 'visit'));
  const runSteps = property(constantFrom('/folders/5', '/search?q=news'), array(step), (at, steps) => {
    const browser = browserAt(at);
    const isSearch = () => browser.path().startsWith('/search');
    let last: string | null = null;
    for (const each of steps) {
      if (typeof each !== 'string') {
        last = each.typed;
        browser.text.set(last);
      } else if (each === 'back' || each === 'visit') {
        last = null;
        browser.settle();
        if (each === 'back') browser.go(-1);
        else browser.visit('/settings');
      } else if (each !== 'select' || isSearch()) {
        browser[each]();
      }
    }
    for (const _ of steps) {
      browser.settle();
      browser.render();
    }
    browser.flush();
    const { searchParams } = new URL(browser.path(), 'https://foldmark.invalid');
    expect(browser.text.get()).toBe(isSearch() ? searchParams.get('q') : '');
    expect(browser.text.get()).toBe(last ?? browser.text.get());
  });
  assert(runSteps, { numRuns: 2000 });
});
