import { PAGE_TITLE_MAX_LENGTH } from '@foldmark/contract/limits';
import { Parser } from 'htmlparser2';

import { type DeclaredIcon, findIcons, type FoundIcon } from '#functions/page-details/declared-icons.ts';

const TOUCH_ICONS: ReadonlySet<string> = new Set(['apple-touch-icon', 'apple-touch-icon-precomposed']);
/** More than any honest page has. */
const MOST_ICONS = 100;

export interface PageDetails {
  /** Empty where the page has none. */
  readonly title: string;
  /** Where the page's icon may be found, best first. */
  readonly icons: readonly FoundIcon[];
}

/** Title and icons of a page, from as much of it as there is. */
export function readPage(html: string, url: URL): PageDetails {
  const found = scan(html);
  const base = (found.base === undefined ? null : URL.parse(found.base, url.href)) ?? url;
  return {
    title: tidy(found.title) || tidy(found.socialTitle ?? ''),
    icons: findIcons(found.icons, url, base),
  };
}

interface Found {
  title: string;
  socialTitle: string | undefined;
  base: string | undefined;
  readonly icons: DeclaredIcon[];
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
      const icon = name === 'link' ? declaredIcon(attributes) : null;
      if (icon !== null && found.icons.length < MOST_ICONS) found.icons.push(icon);
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

function declaredIcon({
  rel = '',
  href,
  sizes = '',
  type = '',
}: Record<string, string>): DeclaredIcon | null {
  const kinds = rel.toLowerCase().split(/\s+/);
  const touch = !kinds.includes('icon');
  if (!href || (touch && !kinds.some((kind) => TOUCH_ICONS.has(kind)))) return null;
  return { href, touch, sizes, type };
}

function tidy(title: string): string {
  return title.replaceAll(/\s+/g, ' ').trim().slice(0, PAGE_TITLE_MAX_LENGTH).toWellFormed().trim();
}
