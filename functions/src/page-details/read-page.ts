import { pageDescription, pageTitle } from '@foldmark/library/entities/page-text';

import {
  type DeclaredIcon,
  findIcons,
  findLargestIcon,
  parseUrl,
} from '#functions/page-details/declared-icons.ts';
import { type Attributes, scanHtml } from '#functions/page-details/scan-html.ts';

const TOUCH_ICONS: ReadonlySet<string> = new Set(['apple-touch-icon', 'apple-touch-icon-precomposed']);
/** The meta elements with the url of a picture, best first. */
const PICTURES = ['og:image', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'];
const METAS: ReadonlySet<string> = new Set(['og:title', 'og:description', 'description', ...PICTURES]);
/** Ordinary pages have fewer icons. */
const MAX_ICONS = 100;

export interface PageDetails {
  /** Empty if the page has no title. */
  readonly title: string;
  /** Empty if the page has no description. */
  readonly description: string;
  /** The urls where the page's icon may be, best first. */
  readonly icons: readonly string[];
  /** The urls where a picture of the page may be, best first. The last one is its largest icon. */
  readonly pictures: readonly string[];
}

/** Finds the title, the description and the icons of a page. The html may be cut off. */
export function readPage(html: string, url: URL): PageDetails {
  const found = scan(html);
  const base = (found.base === undefined ? null : parseUrl(found.base, url)) ?? url;
  return {
    title: pageTitle(found.title) || pageTitle(found.metas.get('og:title') ?? ''),
    description:
      pageDescription(found.metas.get('og:description') ?? '') ||
      pageDescription(found.metas.get('description') ?? ''),
    icons: findIcons(found.icons, url, base),
    pictures: findPictures(found, base),
  };
}

function findPictures({ metas, icons }: Found, base: URL): string[] {
  const declared = PICTURES.flatMap((name) => metas.get(name) ?? []).map((text) => parseUrl(text, base));
  const urls = [...declared, findLargestIcon(icons, base)].flatMap((url) => url?.href ?? []);
  return [...new Set(urls)];
}

interface Found {
  readonly title: string;
  /** The contents of the meta elements in `METAS`, by their name. */
  readonly metas: ReadonlyMap<string, string>;
  readonly base: string | undefined;
  readonly icons: DeclaredIcon[];
}

function scan(html: string): Found {
  const icons: DeclaredIcon[] = [];
  const metas = new Map<string, string>();
  let base: string | undefined;
  const title = scanHtml(
    html,
    new Map([
      ['base', (attributes: Attributes) => void (base ??= attributes.get('href'))],
      [
        'meta',
        (attributes: Attributes) => {
          // Many pages write `name` instead of `property`.
          const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
          const content = attributes.get('content')?.trim() ?? '';
          if (METAS.has(name) && content !== '' && !metas.has(name)) metas.set(name, content);
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
  return { title, metas, base, icons };
}

function declaredIcon(attributes: Attributes): DeclaredIcon | null {
  const href = attributes.get('href');
  const kinds = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
  const touch = !kinds.includes('icon');
  if (!href || (touch && !kinds.some((kind) => TOUCH_ICONS.has(kind)))) return null;
  return { href, touch, sizes: attributes.get('sizes') ?? '', type: attributes.get('type') ?? '' };
}
