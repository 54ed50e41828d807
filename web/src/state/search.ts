/** The keyboard shortcut and the search find the field 'search my links' by this id. */
export const SEARCH_FIELD_ID = 'search-my-links';

export function focusSearchField(): void {
  document.getElementById(SEARCH_FIELD_ID)?.focus();
}

/** The path of the search results. The query string has the text. */
export const SEARCH_PATH = '/search';

/** The search for the links that are in no folder. */
export const UNFILED_PATH = `${SEARCH_PATH}?q=${encodeURIComponent('is:unfiled')}`;

/** A longer text would not fit a URL: servers take about 16 KB, and a letter can take 9 bytes. */
export const SEARCH_MAX_LENGTH = 1000;

export function isSearchPath(pathname: string): boolean {
  return /^\/search\/?$/i.test(pathname);
}

/** Whether the path of a search leads to the same text in the same place. */
export function isSameSearch(
  path: string,
  shown: { readonly text: string; readonly in: string | null },
): boolean {
  const params = new URLSearchParams(path.slice(path.indexOf('?')));
  return params.get('q')?.trim() === shown.text.trim() && params.get('in') === shown.in;
}
