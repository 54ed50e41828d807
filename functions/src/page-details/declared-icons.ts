/** An icon as a page declares it, by a link element. */
export interface DeclaredIcon {
  readonly href: string;
  /** For the home screen of a phone. */
  readonly touch: boolean;
  /** Such as '16x16 32x32', or 'any'. */
  readonly sizes: string;
  readonly type: string;
}

const URL_MAX_LENGTH = 2048;
/** Shown at 20 px, on most screens of today with two or three dots to each. */
const IDEAL_SIDE = 48;
const SMALLEST_SIDE = 32;
const LARGEST_SIDE = 64;

/**
 * Where the icons of a page may be found, best first. The last is where every site may have one without saying so. Drawings
 * (SVG) are not among them: they can hold scripts, so none is ever kept.
 */
export function findIcons(declared: readonly DeclaredIcon[], page: URL, base: URL): string[] {
  const ranked = declared
    .filter((icon) => !isDrawing(icon))
    .map((icon) => ({ icon, rank: rankOf(icon) }))
    .toSorted((a, b) => a.rank - b.rank);
  const found = ranked.map(({ icon }) => parseUrl(icon.href, base)?.href).filter((url) => url !== undefined);
  return [...new Set([...found, new URL('/favicon.ico', page).href])];
}

/** An address of the web. Null for any other, and for one so long that a hundred of them would take seconds to parse. */
export function parseUrl(text: string, base: URL): URL | null {
  if (text.length > URL_MAX_LENGTH) return null;
  const url = URL.parse(text, base.href);
  const isUsable = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  return isUsable && url.href.length <= URL_MAX_LENGTH ? url : null;
}

function isDrawing({ type, href }: DeclaredIcon): boolean {
  return /^image\/svg/i.test(type) || /\.svgz?(?:[?#]|$)/i.test(href);
}

/** First what comes near to the ideal, then what is larger, what says nothing, and what is too small. */
function rankOf(icon: DeclaredIcon): number {
  if (icon.touch) return 20_000;
  let best = Infinity;
  // A page may name a million sizes, more than a call takes as arguments.
  for (const [, side] of icon.sizes.matchAll(/\b(\d{1,4})x\d{1,4}\b/gi))
    best = Math.min(best, rankOfSide(Number(side)));
  return best === Infinity ? 10_000 : best;
}

function rankOfSide(side: number): number {
  if (side < SMALLEST_SIDE) return 30_000 - side;
  return side <= LARGEST_SIDE ? Math.abs(side - IDEAL_SIDE) : side;
}
