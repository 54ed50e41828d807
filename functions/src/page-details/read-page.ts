import { PAGE_TITLE_MAX_LENGTH } from '@foldmark/contract/limits';
import { Parser } from 'htmlparser2';

const ICON_URL_MAX_LENGTH = 2048;

export interface PageDetails {
  /** Empty where the page has none. */
  readonly title: string;
  readonly icon: string;
}

/** Title and icon of a page, from as much of it as there is. */
export function readPage(html: string, url: URL): PageDetails {
  const found = scan(html);
  const base = (found.base === undefined ? null : URL.parse(found.base, url.href)) ?? url;
  const icon = found.icons.map((href) => URL.parse(href, base.href)).find(isUsableIcon);
  return {
    title: tidy(found.title) || tidy(found.socialTitle ?? ''),
    icon: (icon ?? new URL('/favicon.ico', url)).href,
  };
}

interface Found {
  title: string;
  socialTitle: string | undefined;
  base: string | undefined;
  readonly icons: string[];
}

function scan(html: string): Found {
  const found: Found = { title: '', socialTitle: undefined, base: undefined, icons: [] };
  let drawings = 0;
  let inTitle = false;
  let titleDone = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'svg') drawings += 1;
      // A drawing has titles of its own.
      if (name === 'title' && drawings === 0 && !titleDone) inTitle = true;
      if (name === 'base') found.base ??= attributes['href'];
      if (name === 'meta' && attributes['property']?.toLowerCase() === 'og:title') {
        found.socialTitle ??= attributes['content'];
      }
      const kinds = attributes['rel']?.toLowerCase().split(/\s+/) ?? [];
      if (name === 'link' && kinds.includes('icon') && attributes['href'])
        found.icons.push(attributes['href']);
    },
    ontext(text) {
      if (inTitle) found.title += text;
    },
    onclosetag(name) {
      if (name === 'svg') drawings -= 1;
      if (name === 'title' && inTitle) {
        inTitle = false;
        titleDone = true;
      }
    },
  });
  parser.end(html);
  return found;
}

function tidy(title: string): string {
  return title.replaceAll(/\s+/g, ' ').trim().slice(0, PAGE_TITLE_MAX_LENGTH).toWellFormed().trim();
}

function isUsableIcon(icon: URL | null): boolean {
  return (
    icon !== null &&
    (icon.protocol === 'https:' || icon.protocol === 'http:') &&
    icon.href.length <= ICON_URL_MAX_LENGTH
  );
}
