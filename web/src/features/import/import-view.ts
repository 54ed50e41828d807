import type { StoredAction } from '@foldmark/contract/stored';

import type { StoredImport } from '#web/sync/imports/import-store.ts';
import { numberText } from '@foldmark/library/text/number-text';

/** What a card or a banner shows of an import. */
export interface ImportView {
  readonly title: string;
  readonly text: string;
  /** From 0 to 1 while something is under way, or null. */
  readonly progress: number | null;
  readonly offers: 'stop' | 'undo' | 'discard' | null;
  /** Nothing is under way any more. */
  readonly isOver: boolean;
}

export interface ImportFacts {
  /** What this browser has stored of it. Null for an import of another device. */
  readonly stored: StoredImport | null;
  /** Null until the server knows it. */
  readonly action: StoredAction | null;
  /** Links per second. */
  readonly speed: number | null;
  readonly isOnline: boolean;
}

export function importView({ stored, action, speed, isOnline }: ImportFacts): ImportView {
  // Until the browser has sent all parts, it knows more than the server.
  if (stored !== null && stored.phase !== 'sent' && isOpen(action)) return sendingView(stored, isOnline);
  if (action !== null) return { ...runningView(action, stored, speed), ...offlineText(action, isOnline) };
  return { title: 'Importing', text: 'Starting...', progress: 0, offers: 'stop', isOver: false };
}

function isOpen(action: StoredAction | null): boolean {
  return action === null || action.state === 'receiving';
}

function sendingView({ parts, sentParts, failure, isStopping }: StoredImport, isOnline: boolean): ImportView {
  const progress = sentParts / Math.max(1, parts);
  if (failure !== null) {
    const text = ['The import stopped before anything was changed.', ...failure].join(' ');
    return { title: "Couldn't import", text, progress: null, offers: 'discard', isOver: true };
  }
  if (isStopping) return { title: 'Stopping', text: 'Stopping...', progress, offers: null, isOver: false };
  const text = isOnline
    ? `Sending part ${numberText(Math.min(sentParts + 1, parts))} of ${numberText(parts)}. Keep Foldmark open until they are sent.`
    : "You're offline. The import goes on when you're back online, also after you close this page.";
  return { title: 'Importing', text, progress, offers: 'stop', isOver: false };
}

function runningView(action: StoredAction, stored: StoredImport | null, speed: number | null): ImportView {
  const { state } = action;
  const { handled, links } = importOf(action);
  const progress = handled / Math.max(1, links);
  switch (state) {
    case 'receiving':
      return {
        title: 'Importing',
        text: 'Another device is sending this import. If it stays here, open Foldmark there again.',
        progress: 0,
        offers: 'stop',
        isOver: false,
      };
    case 'waiting':
      return {
        title: 'Importing',
        text: 'Waiting for an earlier import to finish. You can close this page.',
        progress: 0,
        offers: 'stop',
        isOver: false,
      };
    case 'importing':
    case 'running':
      return {
        title: 'Importing',
        text: progressText(action, speed),
        progress,
        offers: 'stop',
        isOver: false,
      };
    case 'undoing':
      return {
        title: 'Undoing',
        text: 'Undoing...',
        progress: undonePart(action),
        offers: null,
        isOver: false,
      };
    case 'redoing':
      return {
        title: 'Importing again',
        text: 'Redoing...',
        progress: 1 - undonePart(action),
        offers: null,
        isOver: false,
      };
    case 'undone':
      return { title: 'Import undone', text: undoneText(action), progress: null, offers: null, isOver: true };
    case 'done':
      return {
        title: isStopped(action) ? 'Import stopped' : 'Import complete',
        text: doneText(action, stored),
        progress: null,
        offers: hasChanged(action) ? 'undo' : null,
        isOver: true,
      };
  }
}

function offlineText({ state }: StoredAction, isOnline: boolean): { readonly text?: string } {
  const isRunning =
    state === 'importing' || state === 'waiting' || state === 'undoing' || state === 'redoing';
  return isOnline || !isRunning
    ? {}
    : { text: "You're offline. The server goes on, and the progress shows when you're back online." };
}

/** '12,400 of 20,000 links, 260 links per second, about 30 s left'. */
function progressText(action: StoredAction, speed: number | null): string {
  const { handled, links } = importOf(action);
  const counts = `${numberText(handled)} of ${links === 1 ? '1 link' : `${numberText(links)} links`}`;
  if (speed === null || speed <= 0) return counts;
  const rate = `${numberText(Math.max(1, Math.round(speed)))} links per second`;
  return `${counts}, ${rate}, ${timeLeft((links - handled) / speed)}`;
}

function timeLeft(seconds: number): string {
  if (seconds >= 90) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} s left`;
}

/** '20,000 links imported, 1,204 were already here, 31 skipped.' */
export function doneText(
  action: StoredAction,
  stored: Pick<StoredImport, 'skipped' | 'continued'> | null,
): string {
  const { skipped, continued } = stored ?? { skipped: 0, continued: 0 };
  const { created, handled, links } = importOf(action);
  const skippedText = skipped === 0 ? [] : [`${numberText(skipped)} skipped`];
  if (isStopped(action)) {
    if (handled === 0) return 'Stopped before a link was imported.';
    return `Stopped. ${numberText(handled)} of ${linksText(links)} are in, and stay.`;
  }
  const here = Math.max(0, links - continued - created);
  const [first, ...rest] = [
    created === 0 && here > 0 ? 'nothing new' : `${linksText(created)} imported`,
    ...(here === 0 ? [] : [`${numberText(here)} ${here === 1 ? 'was' : 'were'} already here`]),
    ...skippedText,
  ];
  return `${[capitalized(first ?? ''), ...rest].join(', ')}.`;
}

function undoneText({ left_alone_count }: StoredAction): string {
  if (left_alone_count === 0) return 'The library is as it was before the import.';
  const items = left_alone_count === 1 ? '1 item was' : `${numberText(left_alone_count)} items were`;
  return `The import is undone. ${items} left alone, because they have changed since. Settings, History lists them.`;
}

function undonePart({ made, next_part = 0 }: StoredAction): number {
  const next = Math.max(0, made.indexOf(next_part));
  return (made.length - 1 - next) / Math.max(1, made.length);
}

/** Whether there is anything to undo. */
export function hasChanged(action: StoredAction): boolean {
  const { created, filled, folders_created } = importOf(action);
  return created + filled + folders_created > 0;
}

function isStopped(action: StoredAction): boolean {
  return importOf(action).stopped === true;
}

function importOf({ import: imported }: StoredAction) {
  return imported ?? { links: 0, handled: 0, created: 0, filled: 0, folders_created: 0, stopped: false };
}

function linksText(count: number): string {
  return count === 1 ? '1 link' : `${numberText(count)} links`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
