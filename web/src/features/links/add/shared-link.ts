import { pageTitle } from '@foldmark/library/entities/page-text';

export interface SharedLink {
  readonly url: string;
  readonly title: string;
}

const ADDRESS = /https?:\/\/\S+/i;

/**
 * The link of a bookmarklet or share target. Phones pass the url in different ways: as the url, within the text,
 * or as the title.
 */
export function sharedLink(params: URLSearchParams): SharedLink {
  const [url, title, text] = ['url', 'title', 'text'].map((name) => params.get(name)?.trim() ?? '');
  const found = url || addressIn(text ?? '') || addressIn(title ?? '') || text || '';
  return {
    url: found,
    title: title === found || addressIn(title ?? '') === title ? '' : pageTitle(title ?? ''),
  };
}

/** The first url in a text, without the punctuation that follows it. */
function addressIn(text: string): string {
  const [address = ''] = ADDRESS.exec(text) ?? [];
  return address.replace(/[.,;:!?'"»”)\]}>]+$/, '');
}
