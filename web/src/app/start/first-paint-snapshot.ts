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
    if (document.visibilityState !== 'hidden' || root === null) return;
    const write = (screen: string): void => {
      writePersonal(() => localStorage, uid, PERSONAL_KEYS.screen, screen);
    };
    // The styles of cards load later, and the last snapshot may show the same list with rows.
    if (root.querySelector('[data-look="cards"]') !== null) write('null');
    if (!isInitialView(root)) return;
    const screen = JSON.stringify({
      uid,
      path: location.pathname,
      width: innerWidth,
      files: document.querySelector<HTMLMetaElement>('meta[name="load-ahead"]')?.content,
      app: document.querySelector<HTMLScriptElement>('script[type="module"]')?.src,
      html: snapshotOf(root),
    });
    if (screen.length <= MAX_LENGTH) write(screen);
  };
  return listen('visibilitychange', save);
}

/** Whether the screen looks as it will at the next start: rows at the top of a list, with no search and no selection. */
function isInitialView(root: Element): boolean {
  const list = root.querySelector('main [role="grid"]');
  const search = root.querySelector<HTMLInputElement>('input[type="search"]');
  return (
    list?.scrollTop === 0 &&
    search?.value === '' &&
    root.querySelector('[aria-selected="true"], [data-look="cards"]') === null
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
  // Its styles load later.
  snapshot.querySelector('aside')?.remove();
  // Ids would clash with the app's own. The clock would show the wrong time.
  for (const element of snapshot.querySelectorAll('[id]')) element.removeAttribute('id');
  for (const time of snapshot.querySelectorAll('header time')) time.textContent = '';
  return snapshot.innerHTML;
}
