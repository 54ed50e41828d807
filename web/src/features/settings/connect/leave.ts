import { isOpenable } from './connect-texts.ts';

export const NOT_OPENABLE = 'The server sent an address that no browser may go to.';

/** Sends the browser to an app, without a referrer. */
export function leaveTo(url: string): void {
  if (!isOpenable(url)) throw new Error(NOT_OPENABLE);
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noreferrer';
  link.click();
}
