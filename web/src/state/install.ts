import { createStore, type Readable } from '#web/sync/store.ts';

/** Shows the browser's install prompt. Null if the browser has not offered it, or the app is installed. */
export type Install = (() => void) | null;

/** Keeps the browser's install event, which fires only once and possibly before a component subscribes. */
export function watchInstall(page: EventTarget): Readable<Install> {
  const install = createStore<Install>(null);
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    install.set(() => {
      // The browser shows the prompt of an event only once.
      install.set(null);
      if ('prompt' in event && typeof event.prompt === 'function') event.prompt();
    });
  });
  page.addEventListener('appinstalled', () => {
    install.set(null);
  });
  return install;
}
