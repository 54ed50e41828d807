/** The message with which a page asks the waiting service worker to activate the new version now. */
export const TAKE_OVER = 'take-over';
