/** Whether changes are unsent, being sent or sent, since the browser was last offline. */
export type Sending =
  | { readonly phase: 'none' }
  | { readonly phase: 'offline' }
  /** `count` never falls: screen readers would read every step. */
  | { readonly phase: 'sending'; readonly count: number }
  | { readonly phase: 'sent' };

export const NOTHING_TO_SEND: Sending = { phase: 'none' };

/** Returns the same object if nothing changes. */
export function nextSending(
  before: Sending,
  { isOnline, unsent }: { readonly isOnline: boolean; readonly unsent: number },
): Sending {
  if (!isOnline) return before.phase === 'offline' ? before : { phase: 'offline' };
  if (before.phase === 'offline') return unsent === 0 ? NOTHING_TO_SEND : { phase: 'sending', count: unsent };
  if (before.phase !== 'sending') return before;
  if (unsent === 0) return { phase: 'sent' };
  return unsent > before.count ? { phase: 'sending', count: unsent } : before;
}
