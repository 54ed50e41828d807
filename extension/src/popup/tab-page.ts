import { withoutTextFragment } from '@foldmark/library/entities/link-url';
import { NOTE_MAX_LENGTH, URL_MAX_LENGTH } from '@foldmark/library/entities/limits';

import { isWebPage, tabTitle } from '#extension/pages/save-pages.ts';

/** The page of a tab, or why a link to it can't be saved. */
export type TabPage =
  | { readonly kind: 'page'; readonly url: string; readonly title: string }
  | { readonly kind: 'unsavable'; readonly why: string };

export interface TabTexts {
  /** Missing if the browser hides the page from extensions. */
  readonly url?: string | undefined;
  readonly title?: string | undefined;
}

export function tabPage({ url = '', title = '' }: TabTexts): TabPage {
  if (/^file:/i.test(url))
    return unsavable(
      "This page is a file on your computer. Its address doesn't work anywhere else, so it can't be saved.",
    );
  if (url.length > URL_MAX_LENGTH)
    return unsavable("The address of this page is too long, so it can't be saved.");
  if (!isWebPage(url)) return unsavable("This page belongs to your browser, so it can't be saved.");
  return { kind: 'page', url: withoutTextFragment(url), title: tabTitle(title, url) };
}

function unsavable(why: string): TabPage {
  return { kind: 'unsavable', why };
}

/** What a script reads in the page. */
export interface PageContent {
  readonly selection: string;
  /** The address that the page gives itself. Empty if it gives none. */
  readonly canonical: string;
}

/** The first half of a character that the cut has split. */
const SPLIT = /[\ud800-\udbff]$/;

/** The selected text as a note. */
export function noteOf(selection: string): string {
  const text = selection.trim().slice(0, NOTE_MAX_LENGTH);
  return text.replace(SPLIT, '').toWellFormed().trim();
}
