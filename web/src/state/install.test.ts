import { expect, test } from 'vitest';

import { watchInstall } from '#web/state/install.ts';

function offered() {
  const page = new EventTarget();
  const asked: string[] = [];
  const install = watchInstall(page);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: () => asked.push('asked'),
  });
  return { page, asked, install, offer };
}

test("the browser's prompt waits until the user asks for it, and can be used once", () => {
  const { page, asked, install, offer } = offered();
  expect(install.get()).toBeNull();
  page.dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  expect(asked).toEqual([]);
  install.get()?.();
  expect(asked).toEqual(['asked']);
  expect(install.get()).toBeNull();
});

test('an installed app offers no install', () => {
  const { page, install, offer } = offered();
  page.dispatchEvent(offer);
  page.dispatchEvent(new Event('appinstalled'));
  expect(install.get()).toBeNull();
});
