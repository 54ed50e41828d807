/** An icon that a link element of a page declares. */
export interface DeclaredIcon {
  readonly href: string;
  /** Whether the icon is for the home screen of a phone. */
  readonly touch: boolean;
  /** The `sizes` attribute, such as '16x16 32x32' or 'any'. */
  readonly sizes: string;
  readonly type: string;
}

const URL_MAX_LENGTH = 2048;
/** The ideal side in pixels. Icons are shown at 20 CSS pixels, which most screens draw with two or three device pixels each. */
const IDEAL_SIDE = 48;
const SMALLEST_SIDE = 32;
const LARGEST_SIDE = 64;
const TOUCH_SIDE = 180;
const SIZES = /\b(\d{1,4})x\d{1,4}\b/gi;

/**
 * Returns the urls where the icons of a page may be, best first. The last is /favicon.ico, which a site need not declare.
 * Omits SVG icons, because they can contain scripts and are never stored.
 */
export function findIcons(declared: readonly DeclaredIcon[], page: URL, base: URL): string[] {
  const ranked = declared
    .filter((icon) => !isSvg(icon))
    .map((icon) => ({ icon, rank: rankOf(icon) }))
    .toSorted((a, b) => a.rank - b.rank);
  const found = ranked.map(({ icon }) => parseUrl(icon.href, base)?.href).filter((url) => url !== undefined);
  return [...new Set([...found, new URL('/favicon.ico', page).href])];
}

/** Returns the url of the largest icon that can serve as the picture of a page. Touch icons have 180 px if they do not say. */
export function findLargestIcon(declared: readonly DeclaredIcon[], base: URL): URL | null {
  let [largest, found]: [number, DeclaredIcon | null] = [0, null];
  for (const icon of declared) {
    if (isSvg(icon)) continue;
    let side = icon.touch ? TOUCH_SIDE : 0;
    for (const [, text] of icon.sizes.matchAll(SIZES)) side = Math.max(side, Number(text));
    if (side > largest) [largest, found] = [side, icon];
  }
  return found === null ? null : parseUrl(found.href, base);
}

/** Parses a web url. Returns null for other protocols, and for urls so long that parsing a hundred of them would take seconds. */
export function parseUrl(text: string, base: URL): URL | null {
  if (text.length > URL_MAX_LENGTH) return null;
  const url = URL.parse(text, base.href);
  const isUsable = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  return isUsable && url.href.length <= URL_MAX_LENGTH ? url : null;
}

function isSvg({ type, href }: DeclaredIcon): boolean {
  return /^image\/svg/i.test(type) || /\.svgz?(?:[?#]|$)/i.test(href);
}

/** Ranks icons near the ideal size first, then larger ones, those of unknown size, touch icons and those that are too small. */
function rankOf(icon: DeclaredIcon): number {
  if (icon.touch) return 20_000;
  let best = Infinity;
  // A loop instead of Math.min(...sizes): a page can declare more sizes than a call accepts arguments.
  for (const [, side] of icon.sizes.matchAll(SIZES)) best = Math.min(best, rankOfSide(Number(side)));
  return best === Infinity ? 10_000 : best;
}

function rankOfSide(side: number): number {
  if (side < SMALLEST_SIDE) return 30_000 - side;
  return side <= LARGEST_SIDE ? Math.abs(side - IDEAL_SIDE) : side;
}
