import { createStore, type Readable } from '#web/sync/store.ts';

/** Asks whether the app is to be installed; null where the browser does not offer it, or it is installed. */
export type Install = (() => void) | null;

/** The browser offers it once, and maybe before anybody looks. */
export function watchInstall(page: EventTarget): Readable<Install> {
  const install = createStore<Install>(null);
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    install.set(() => {
      // What it offers is good for one time.
      install.set(null);
      if ('prompt' in event && typeof event.prompt === 'function') event.prompt();
    });
  });
  page.addEventListener('appinstalled', () => {
    install.set(null);
  });
  return install;
}
