import { countText } from '@foldmark/library/text/count-text';

import type { PageState, SavedPage } from '#extension/pages/page-state.ts';

import type { TabPage } from './tab-page.ts';

/** What the popup shows. */
export type PopupView =
  | {
      readonly kind: 'message';
      readonly title: string;
      readonly text: string;
      readonly action: 'connect' | null;
    }
  | { readonly kind: 'unsaved'; readonly url: string; readonly title: string }
  | { readonly kind: 'saved' | 'trashed'; readonly saved: SavedPage; readonly url: string };

const CONNECT = {
  kind: 'message',
  title: 'Save to Foldmark',
  text: 'Save pages to your Foldmark library, and see when a page is already in it.',
  action: 'connect',
} as const;

const BLOCKED = {
  kind: 'message',
  title: "This page can't be saved",
  text: "Your browser blocks this extension's storage. Allow it to store data, and open this again.",
  action: null,
} as const;

/** `state` is null if the storage can't be read. */
export function popupView(page: TabPage, state: PageState | null): PopupView {
  if (state === null) return BLOCKED;
  if (state.connection === null) return CONNECT;
  if (page.kind === 'unsavable')
    return { kind: 'message', title: "This page can't be saved", text: page.why, action: null };
  const { url, title } = page;
  if (state.saved !== null) return { kind: 'saved', saved: state.saved, url };
  if (state.trashed !== null) return { kind: 'trashed', saved: state.trashed, url };
  return { kind: 'unsaved', url, title };
}

/** A line above the form, with the way out of what it says. */
export interface Notice {
  readonly text: string;
  readonly action: { readonly label: string; readonly does: 'connect' | 'show' | 'send' } | null;
}

interface NoticeInput {
  readonly state: PageState;
  /** Whether the browser has hardly any space left. */
  readonly isFull: boolean;
  readonly isOnline: boolean;
  /** Whether changes have waited long enough to tell. Usually they are sent within a second. */
  readonly isLate: boolean;
}

/** The most urgent first. */
export function notices({ state, isFull, isOnline, isLate }: NoticeInput): readonly Notice[] {
  const { connection, waiting, refused, isCopied } = state;
  const all: (Notice | null)[] = [
    isFull
      ? {
          text: "Your browser's storage is full, so this page may not be saved. Free some space first.",
          action: null,
        }
      : null,
    connection?.isEnded === true
      ? {
          text: `Foldmark has ended the connection. ${endedText(waiting)}`,
          action: { label: 'Connect again', does: 'connect' },
        }
      : null,
    refused > 0
      ? {
          text: `${countText(refused, 'change')} couldn't be saved.`,
          action: { label: 'Show', does: 'show' },
        }
      : null,
    connection?.isEnded === false && waiting > 0 ? waitingNotice(waiting, isOnline, isLate) : null,
    isCopied
      ? null
      : { text: "Your library isn't loaded yet, so a saved page can show as a new one.", action: null },
  ];
  return all.filter((notice) => notice !== null);
}

function endedText(waiting: number): string {
  return waiting === 0
    ? 'What you save is kept here, and sent when you connect again.'
    : `${countText(waiting, 'change')} will be sent when you connect again.`;
}

function waitingNotice(waiting: number, isOnline: boolean, isLate: boolean): Notice | null {
  if (!isOnline)
    return {
      text: `You're offline. ${countText(waiting, 'change')} will be sent when you're back online.`,
      action: null,
    };
  if (!isLate) return null;
  return {
    text: `The server doesn't answer. ${countText(waiting, 'change')} will be sent when it does.`,
    action: { label: 'Try again', does: 'send' },
  };
}
