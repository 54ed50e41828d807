/** What a page tells a service worker that waits, when somebody wants the new version now. */
export const TAKE_OVER = 'take-over';
