import { URL_MAX_LENGTH } from '@foldmark/library/entities/limits';
import { MESSAGES } from '@foldmark/contract/messages';

import type { Announce } from '#web/hooks/use-announce.ts';
import { countText } from '@foldmark/library/text/count-text';
import type { ClientState } from '#web/state/client-state.ts';
import type { Actions } from '#web/sync/changes/actions.ts';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import { numberText } from '@foldmark/library/text/number-text';

import type { ClipboardTexts } from './clipboard-texts.ts';
import { highlightLinks } from '../add/highlight-links.ts';
import { type PastedUrls, pastedUrls } from './pasted-urls.ts';
import { splitSaved } from '../saved/split-saved.ts';
import type { AddedPlace } from '../add/use-added-place.ts';

/** More links than this are added only after a question. */
const UNASKED_MAX_COUNT = 100;
/** Each pasted link is a change of its own. For more links, there is the import. */
const LINKS_MAX_COUNT = 20_000;

export interface PasteTarget {
  readonly folder: Key | null;
  readonly library: Library;
  readonly actions: Actions;
  readonly announce: Announce;
  readonly placeOf: (folder: Key | null) => AddedPlace;
  readonly clientState: ClientState;
}

export function readPasted({ plain, uriList, html }: ClipboardTexts): PastedUrls {
  return pastedUrls({ plain, uriList, targets: targetsIn(html) });
}

/** The targets of the links in a formatted text. Parsing it runs and loads nothing. */
function targetsIn(html: string): readonly string[] {
  if (!html.includes('href')) return [];
  const links = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href]');
  return [...links].map((link) => link.getAttribute('href')?.trim() ?? '');
}

/**
 * Adds the urls of a paste as one gesture, and tells which lines were left out. Urls that are already saved are left out too: a
 * dialog lists them and offers to add them again.
 */
export async function addPasted({ urls, skipped }: PastedUrls, target: PasteTarget): Promise<void> {
  const { folder, library, popup, toasts } = { ...target, ...target.clientState };
  const details = skippedTexts(skipped);
  if (urls.length === 0) {
    toasts.show({ title: MESSAGES.urlMissing, details });
    return;
  }
  if (urls.length > LINKS_MAX_COUNT) {
    const most = numberText(LINKS_MAX_COUNT);
    toasts.show({ title: `You can paste at most ${most} links at once. For more, use Import.` });
    return;
  }
  const { fresh, saved } = await splitSaved(urls, library);
  const finish = (): void => {
    if (fresh.length > 0) addUrls(fresh, saved.length === 0 ? details : [], target);
    if (saved.length === 0) return;
    const onSave = (): void => {
      addUrls(
        saved.map(({ url }) => url),
        [],
        target,
      );
    };
    popup.set({ kind: 'saved-links', saved, pasted: urls.length, folder, details, onSave });
  };
  if (fresh.length > UNASKED_MAX_COUNT)
    popup.set({ kind: 'paste-links', count: fresh.length, onConfirm: finish });
  else finish();
}

function addUrls(urls: readonly string[], details: readonly string[], target: PasteTarget): void {
  const { folder, actions, announce, placeOf, clientState } = target;
  const gesture = actions.createLinks(urls, folder);
  const what = urls.length === 1 ? 'Link' : countText(urls.length, 'link');
  const { name, isShown } = placeOf(folder);
  const where = folder === null && isShown ? '' : ` to ${name}`;
  announce(`${what} added${where}.`, gesture, { details });
  highlightLinks(clientState.newLinks, gesture.keys);
}

export function skippedTexts({ notUrls, tooLong, repeated }: PastedUrls['skipped']): readonly string[] {
  return [
    ...reason(notUrls, 'is not a url', 'are not urls'),
    ...reason(
      tooLong,
      `is longer than ${numberText(URL_MAX_LENGTH)} characters`,
      `are longer than ${numberText(URL_MAX_LENGTH)} characters`,
    ),
    ...reason(repeated, 'repeats another', 'repeat others'),
  ];
}

function reason(count: number, one: string, many: string): readonly string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? `1 line was left out: it ${one}.`
      : `${numberText(count)} lines were left out: they ${many}.`,
  ];
}
