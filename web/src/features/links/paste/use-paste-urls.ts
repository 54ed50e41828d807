import { completeUrl } from '@foldmark/library/entities/link-url';
import { MESSAGES } from '@foldmark/contract/messages';
import type { ClipboardEvent } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '@foldmark/library/memory/keys';

import { addPasted, readPasted, skippedTexts } from './add-pasted.ts';
import { trimAddress } from '../address.ts';
import { clipboardTexts } from './clipboard-texts.ts';
import type { PastedUrls } from './pasted-urls.ts';
import { usePasteDeps } from './use-paste-deps.ts';

type PasteHandler = (event: ClipboardEvent) => void;

/**
 * Returns a paste handler for the Url field of a saved link. The field gets only the first url, and a message says so. Without
 * the handler, the field would join several lines into one broken url, and keep a title or brackets.
 */
export function usePasteOne(setUrl: (url: string) => void): PasteHandler {
  return usePasteUrls(setUrl, null);
}

/**
 * Returns a paste handler for the Url field of a new link. Several urls are added at once. `onAdd` closes the form first, because
 * adding many links opens a question.
 */
export function usePasteSeveral(
  folder: Key | null,
  setUrl: (url: string) => void,
  onAdd: () => void,
): PasteHandler {
  const deps = usePasteDeps();
  return usePasteUrls(setUrl, (pasted) => {
    onAdd();
    void addPasted(pasted, { ...deps, folder });
  });
}

function usePasteUrls(
  setUrl: (url: string) => void,
  addSeveral: ((pasted: PastedUrls) => void) | null,
): PasteHandler {
  const { toasts } = useClientState();
  return (event) => {
    const texts = clipboardTexts(event.clipboardData);
    if (texts === null) return;
    const pasted = readPasted({ ...texts, html: '' });
    const [first] = pasted.urls;
    const isSeveral = pasted.urls.length > 1;
    const isOneLine = !/[\r\n]/.test(texts.plain.trim());
    // Let the browser paste a single url, or a text without any.
    if (isOneLine && (first === undefined || first === completeUrl(trimAddress(texts.plain)))) return;
    event.preventDefault();
    if (isSeveral && addSeveral !== null) {
      addSeveral(pasted);
      return;
    }
    if (first !== undefined) setUrl(first);
    const title =
      first === undefined
        ? MESSAGES.urlMissing
        : isSeveral
          ? 'A link has one url, so only the first one was pasted.'
          : 'Only the url was pasted.';
    toasts.show({ title, details: skippedTexts(pasted.skipped) });
  };
}
