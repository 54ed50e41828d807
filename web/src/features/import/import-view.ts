import type { StoredAction } from '@foldmark/contract/stored';

import { countText } from '@foldmark/library/text/count-text';
import type { StoredImport } from '#web/sync/imports/import-store.ts';
import { numberText } from '@foldmark/library/text/number-text';

/** What a card or a banner shows of an import. */
export interface ImportView {
  readonly title: string;
  readonly text: string;
  /** From 0 to 1 while the import or its undo is under way, or null. */
  readonly progress: number | null;
  readonly offers: 'stop' | 'undo' | 'discard' | null;
  /** Whether nothing is under way any more. */
  readonly isOver: boolean;
}

export interface ImportFacts {
  /** What this browser has stored of the import. Null for an import of another device. */
  readonly stored: StoredImport | null;
  /** Null until the server knows the import. */
  readonly action: StoredAction | null;
  /** Links per second. */
  readonly speed: number | null;
  readonly isOnline: boolean;
}

export function importView({ stored, action, speed, isOnline }: ImportFacts): ImportView {
  // Until the browser has sent all parts, it knows more about the import than the server.
  if (stored !== null && stored.phase !== 'sent' && isOpen(action)) return sendingView(stored, isOnline);
  if (action !== null) return { ...runningView(action, stored, speed), ...offlineText(action, isOnline) };
  return active('Importing', 'Starting...', 0, 'stop');
}

function isOpen(action: StoredAction | null): boolean {
  return action === null || action.state === 'receiving';
}

/** The view of an import that is under way. */
function active(title: string, text: string, progress: number, offers: ImportView['offers']): ImportView {
  return { title, text, progress, offers, isOver: false };
}

function over(title: string, text: string, offers: ImportView['offers']): ImportView {
  return { title, text, progress: null, offers, isOver: true };
}

function sendingView({ parts, sentParts, failure, isStopping }: StoredImport, isOnline: boolean): ImportView {
  const progress = sentParts / Math.max(1, parts);
  if (failure !== null) {
    const text = ['The import stopped before anything was changed.', ...failure].join(' ');
    return over("Couldn't import", text, 'discard');
  }
  if (isStopping) return active('Stopping', 'Stopping...', progress, null);
  const text = isOnline
    ? `Sending part ${numberText(Math.min(sentParts + 1, parts))} of ${numberText(parts)}. Keep Foldmark open until they are sent.`
    : "You're offline. The import goes on when you're back online, also after you close this page.";
  return active('Importing', text, progress, 'stop');
}

const ON_ANOTHER_DEVICE =
  'Another device is sending this import. If it stays here, open Foldmark there again.';
const WAITING = 'Waiting for an earlier import to finish. You can close this page.';

function runningView(action: StoredAction, stored: StoredImport | null, speed: number | null): ImportView {
  const { handled, links } = importOf(action);
  switch (action.state) {
    case 'receiving':
      return active('Importing', ON_ANOTHER_DEVICE, 0, 'stop');
    case 'waiting':
      return active('Importing', WAITING, 0, 'stop');
    case 'importing':
    case 'running':
      return active('Importing', progressText(action, speed), handled / Math.max(1, links), 'stop');
    case 'undoing':
      return active('Undoing', 'Undoing...', undonePart(action), null);
    case 'redoing':
      return active('Importing again', 'Redoing...', 1 - undonePart(action), null);
    case 'undone':
      return over('Import undone', undoneText(action), null);
    case 'done':
      return over(
        isStopped(action) ? 'Import stopped' : 'Import complete',
        doneText(action, stored),
        hasChanged(action) ? 'undo' : null,
      );
  }
}

function offlineText({ state }: StoredAction, isOnline: boolean): { readonly text?: string } {
  const isRunning =
    state === 'importing' || state === 'waiting' || state === 'undoing' || state === 'redoing';
  return isOnline || !isRunning
    ? {}
    : { text: "You're offline. The server goes on, and the progress shows when you're back online." };
}

/** For example '12,400 of 20,000 links, 260 links per second, about 30 s left'. */
function progressText(action: StoredAction, speed: number | null): string {
  const { handled, links } = importOf(action);
  const counts = `${numberText(handled)} of ${countText(links, 'link')}`;
  if (speed === null || speed <= 0) return counts;
  const rate = `${numberText(Math.max(1, Math.round(speed)))} links per second`;
  return `${counts}, ${rate}, ${timeLeft((links - handled) / speed)}`;
}

function timeLeft(seconds: number): string {
  if (seconds >= 90) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} s left`;
}

/** The counts of the preview, for example '20,000 links imported, 1,204 were already here, 12 doubled in the file, 31 skipped.' */
export function doneText(
  action: StoredAction,
  stored: Pick<StoredImport, 'skipped' | 'merged' | 'continued'> | null,
): string {
  const { skipped = 0, merged = 0, continued = 0 } = stored ?? {};
  const { created, handled, links } = importOf(action);
  if (isStopped(action)) {
    if (handled === 0) return 'Stopped before a link was imported.';
    return `Stopped. ${numberText(handled)} of ${countText(links, 'link')} are in, and stay.`;
  }
  const here = Math.max(0, links - continued - created);
  const parts = [
    created === 0 && here > 0 ? 'Nothing new' : `${countText(created, 'link')} imported`,
    ...(here === 0 ? [] : [`${numberText(here)} ${here === 1 ? 'was' : 'were'} already here`]),
    ...(merged === 0 ? [] : [`${numberText(merged)} doubled in the file`]),
    ...(skipped === 0 ? [] : [`${numberText(skipped)} skipped`]),
  ];
  return `${parts.join(', ')}.`;
}

function undoneText({ left_alone_count }: StoredAction): string {
  if (left_alone_count === 0) return 'The library is as it was before the import.';
  const items = `${countText(left_alone_count, 'item')} ${left_alone_count === 1 ? 'was' : 'were'}`;
  return `The import is undone. ${items} left alone, because they have changed since. Settings, History lists them.`;
}

function undonePart({ made, next_part = 0 }: StoredAction): number {
  const next = Math.max(0, made.indexOf(next_part));
  return (made.length - 1 - next) / Math.max(1, made.length);
}

/** Whether the import has changed anything that an undo could revert. */
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
