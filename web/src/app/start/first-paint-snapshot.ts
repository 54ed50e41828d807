import { PERSONAL_KEYS, writePersonal } from '#web/account/stored-user.ts';
import { listen } from '#web/ui/browser/listen.ts';

/** Larger than the markup of any screen. localStorage holds about five million characters in total. */
const MAX_LENGTH = 500_000;

/**
 * Saves a snapshot of the screen whenever the page is hidden. The next visit shows it before the app runs: see
 * public/first-screen.js. Returns a function that stops saving.
 */
export function saveFirstPaintSnapshot(uid: string): () => void {
  const save = (): void => {
    const root = document.querySelector('#root');
    if (document.visibilityState !== 'hidden' || root === null || !isInitialView(root)) return;
    const screen = JSON.stringify({
      uid,
      path: location.pathname,
      width: innerWidth,
      files: document.querySelector<HTMLMetaElement>('meta[name="load-ahead"]')?.content,
      app: document.querySelector<HTMLScriptElement>('script[type="module"]')?.src,
      html: snapshotOf(root),
    });
    if (screen.length <= MAX_LENGTH) writePersonal(() => localStorage, uid, PERSONAL_KEYS.screen, screen);
  };
  return listen('visibilitychange', save);
}

/** Whether the screen looks as it will at the next start: scrolled to the top, with no search and no selection. */
function isInitialView(root: Element): boolean {
  const list = root.querySelector('main [role="grid"]');
  const search = root.querySelector<HTMLInputElement>('input[type="search"]');
  return (
    list?.scrollTop === 0 && search?.value === '' && root.querySelector('[aria-selected="true"]') === null
  );
}

function snapshotOf(root: Element): string {
  const snapshot = document.createElement('div');
  const rows = [...root.querySelectorAll('[role="row"]')];
  snapshot.append(...[...root.childNodes].map((node) => node.cloneNode(true)));
  for (const [index, row] of snapshot.querySelectorAll('[role="row"]').entries()) {
    if ((rows[index]?.getBoundingClientRect().top ?? 0) >= innerHeight) row.remove();
  }
  for (const element of snapshot.querySelectorAll('[style]')) {
    element.setAttribute('data-style', element.getAttribute('style') ?? '');
    element.removeAttribute('style');
  }
  // Ids would clash with the app's own. The clock would show the wrong time.
  for (const element of snapshot.querySelectorAll('[id]')) element.removeAttribute('id');
  for (const time of snapshot.querySelectorAll('header time')) time.textContent = '';
  return snapshot.innerHTML;
}
