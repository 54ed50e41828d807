import { pageTitle } from '@foldmark/library/entities/page-text';

import { type DeclaredIcon, findIcons, parseUrl } from '#functions/page-details/declared-icons.ts';
import { type Attributes, scanHtml } from '#functions/page-details/scan-html.ts';

const TOUCH_ICONS: ReadonlySet<string> = new Set(['apple-touch-icon', 'apple-touch-icon-precomposed']);
/** Ordinary pages have fewer icons. */
const MAX_ICONS = 100;

export interface PageDetails {
  /** Empty if the page has no title. */
  readonly title: string;
  /** The urls where the page's icon may be, best first. */
  readonly icons: readonly string[];
}

/** Finds the title and the icons of a page. The html may be cut off. */
export function readPage(html: string, url: URL): PageDetails {
  const found = scan(html);
  const base = (found.base === undefined ? null : parseUrl(found.base, url)) ?? url;
  return {
    title: pageTitle(found.title) || pageTitle(found.socialTitle ?? ''),
    icons: findIcons(found.icons, url, base),
  };
}

interface Found {
  readonly title: string;
  readonly socialTitle: string | undefined;
  readonly base: string | undefined;
  readonly icons: DeclaredIcon[];
}

function scan(html: string): Found {
  const icons: DeclaredIcon[] = [];
  let socialTitle: string | undefined;
  let base: string | undefined;
  const title = scanHtml(
    html,
    new Map([
      ['base', (attributes: Attributes) => void (base ??= attributes.get('href'))],
      [
        'meta',
        (attributes: Attributes) => {
          if (attributes.get('property')?.toLowerCase() === 'og:title')
            socialTitle ??= attributes.get('content');
        },
      ],
      [
        'link',
        (attributes: Attributes) => {
          const icon = icons.length < MAX_ICONS ? declaredIcon(attributes) : null;
          if (icon !== null) icons.push(icon);
        },
      ],
    ]),
  );
  return { title, socialTitle, base, icons };
}

function declaredIcon(attributes: Attributes): DeclaredIcon | null {
  const href = attributes.get('href');
  const kinds = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
  const touch = !kinds.includes('icon');
  if (!href || (touch && !kinds.some((kind) => TOUCH_ICONS.has(kind)))) return null;
  return { href, touch, sizes: attributes.get('sizes') ?? '', type: attributes.get('type') ?? '' };
}
