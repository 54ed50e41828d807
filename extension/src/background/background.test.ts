import { afterEach, expect, test } from 'vitest';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'chrome');
});

test('the worker starts in Firefox for Android, which has no menus, no keys and no search in the address bar', async () => {
  const added: string[] = [];
  Reflect.set(globalThis, 'chrome', browserWithout(['contextMenus', 'commands', 'omnibox'], added));
  await import('./background.ts');
  expect(added).toContain('chrome.runtime.onMessage.addListener');
  expect(added).toContain('chrome.tabs.onActivated.addListener');
});

/** Has every other call, which does nothing. */
function browserWithout(missing: readonly string[], added: string[], path = 'chrome'): object {
  const call = async (): Promise<void> => {
    if (path.endsWith('addListener')) added.push(path);
  };
  return new Proxy(call, {
    has: (_, name) => !missing.includes(String(name)),
    get: (_, name) =>
      missing.includes(String(name)) ? undefined : browserWithout([], added, `${path}.${String(name)}`),
  });
}
