import { pageTitle } from '@foldmark/contract/page-title';

export interface SharedLink {
  readonly url: string;
  readonly title: string;
}

const ADDRESS = /https?:\/\/\S+/i;

/**
 * What a bookmarklet or a share target says in the address. Phones share a page in many ways: the url on its own, in the
 * middle of the text, or even as the title.
 */
export function sharedLink(params: URLSearchParams): SharedLink {
  const [url, title, text] = ['url', 'title', 'text'].map((name) => params.get(name)?.trim() ?? '');
  const found = url || addressIn(text ?? '') || addressIn(title ?? '') || text || '';
  return {
    url: found,
    title: title === found || addressIn(title ?? '') === title ? '' : pageTitle(title ?? ''),
  };
}

/** What ends a sentence does not belong to it. */
function addressIn(text: string): string {
  const [address = ''] = ADDRESS.exec(text) ?? [];
  return address.replace(/[.,;:!?'"»”)\]}>]+$/, '');
}
