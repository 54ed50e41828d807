import { PERSONAL_KEYS, writePersonal } from '#web/account/stored-user.ts';

/** More than a screen ever takes; the browser has some five million characters for all that is kept. */
const MAX_LENGTH = 500_000;

/**
 * Keeps what is to be seen whenever the page is left, so that the next start shows it before the app runs: see
 * public/first-screen.js.
 */
export function saveFirstPaintSnapshot(uid: string): () => void {
  const keep = (): void => {
    const root = document.querySelector('#root');
    if (document.visibilityState !== 'hidden' || root === null || !isAsAtStart(root)) return;
    const screen = JSON.stringify({
      uid,
      path: location.pathname,
      width: innerWidth,
      files: document.querySelector<HTMLMetaElement>('meta[name="load-ahead"]')?.content,
      app: document.querySelector<HTMLScriptElement>('script[type="module"]')?.src,
      html: pictureOf(root),
    });
    if (screen.length <= MAX_LENGTH) writePersonal(() => localStorage, uid, PERSONAL_KEYS.screen, screen);
  };
  document.addEventListener('visibilitychange', keep);
  return () => {
    document.removeEventListener('visibilitychange', keep);
  };
}

/** A list from its top, with nothing searched or selected. */
function isAsAtStart(root: Element): boolean {
  const list = root.querySelector('main [role="grid"]');
  const search = root.querySelector<HTMLInputElement>('input[type="search"]');
  return (
    list?.scrollTop === 0 && search?.value === '' && root.querySelector('[aria-selected="true"]') === null
  );
}

function pictureOf(root: Element): string {
  const picture = document.createElement('div');
  const rows = [...root.querySelectorAll('[role="row"]')];
  picture.append(...[...root.childNodes].map((node) => node.cloneNode(true)));
  for (const [index, row] of picture.querySelectorAll('[role="row"]').entries()) {
    if ((rows[index]?.getBoundingClientRect().top ?? 0) >= innerHeight) row.remove();
  }
  for (const element of picture.querySelectorAll('[style]')) {
    element.setAttribute('data-style', element.getAttribute('style') ?? '');
    element.removeAttribute('style');
  }
  // The app looks for its own; and it is not that time any more.
  for (const element of picture.querySelectorAll('[id]')) element.removeAttribute('id');
  for (const time of picture.querySelectorAll('header time')) time.textContent = '';
  return picture.innerHTML;
}
