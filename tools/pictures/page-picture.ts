import { createHash } from 'node:crypto';

/** The size of the picture that the page-details job stores for most pages. */
export const PAGE_PICTURE = { width: 640, height: 336 };

/** Chosen so that the first cards of the demo library differ. */
const SALT = 'c ';

export interface PictureOf {
  readonly url: string;
  readonly title: string;
  readonly domain: string;
  /** The SVG source of a drawing that fits the page. Null if there is none. */
  readonly drawing: string | null;
}

/**
 * An HTML page with the picture that a site could give one of its pages: a drawing, a card with the title, or an abstract picture.
 * Null for some pages, because many sites have no picture. We invent all of them, so none resembles a real site.
 */
export function pictureOf(page: PictureOf, font: string): string | null {
  const [kind = 0, turn = 0, ...places] = createHash('sha256')
    .update(SALT + page.url)
    .digest();
  const look = { hue: 15 * (turn % 24), places, isDark: turn % 3 === 0 };
  const forms = [
    page.drawing === null ? shapes : drawn,
    card,
    page.drawing === null ? hills : drawn,
    hills,
    card,
    shapes,
  ];
  const form = kind % 8 === 7 ? null : forms[kind % forms.length];
  if (form === undefined || form === null) return null;
  const { width, height } = PAGE_PICTURE;
  return `<!doctype html><style>
    @font-face { font-family: Inter; src: url(${font}); font-weight: 100 900 }
    body { margin: 0; font-family: Inter, sans-serif }
    main { position: relative; width: ${width}px; height: ${height}px; overflow: hidden }
    main > svg { position: absolute; inset: 0; width: 100%; height: 100% }
  </style><main>${form(page, look)}</main>`;
}

interface Look {
  readonly hue: number;
  /** Numbers from 0 to 255. */
  readonly places: readonly number[];
  readonly isDark: boolean;
}

/** The drawing, as wide as the picture. */
function drawn({ drawing }: PictureOf): string {
  return (drawing ?? '').replace('<svg', '<svg preserveAspectRatio="xMidYMid slice"');
}

/** The title in large letters. */
function card({ title, domain }: PictureOf, { hue, isDark }: Look): string {
  const [ground, text] = isDark
    ? [`oklch(0.27 0.05 ${hue})`, `oklch(0.95 0.03 ${hue})`]
    : [`oklch(0.93 0.05 ${hue})`, `oklch(0.3 0.09 ${hue})`];
  return `<div style="box-sizing: border-box; height: 100%; padding: 40px 44px; display: flex; flex-direction: column;
      justify-content: space-between; color: ${text}; background: linear-gradient(120deg, ${ground} 55%, oklch(0.72 0.15 ${hue}))">
    <div style="font: 700 40px/48px Inter; letter-spacing: -0.02em; max-width: 500px; display: -webkit-box;
      -webkit-line-clamp: 4; -webkit-box-orient: vertical; overflow: hidden">${escaped(title)}</div>
    <div style="font: 500 20px/24px Inter; opacity: 0.75">${escaped(domain)}</div>
  </div>`;
}

/** Hills under a sun. */
function hills(_: PictureOf, { hue, places, isDark }: Look): string {
  const { width, height } = PAGE_PICTURE;
  const layer = (index: number): string => {
    const crests = [0, 1, 2, 3, 4].map((step) => {
      const up = 110 + 45 * index + ((places[5 * index + step] ?? 0) / 255) * 70;
      return `${(step * width) / 4} ${up}`;
    });
    const light = isDark ? 0.42 - 0.08 * index : 0.78 - 0.13 * index;
    const curve = crests.map((crest) => `T ${crest}`).join(' ');
    return `<path d="M -160 ${150 + 45 * index} Q -80 ${120 + 45 * index} 0 ${150 + 45 * index} ${curve} V ${height} H -160 Z"
      fill="oklch(${light} ${0.06 + 0.02 * index} ${hue + 25 * index})"/>`;
  };
  const sky = isDark
    ? [`oklch(0.28 0.07 ${hue + 200})`, `oklch(0.55 0.1 ${hue})`]
    : [`oklch(0.88 0.06 ${hue + 180})`, `oklch(0.95 0.05 ${hue + 40})`];
  return `<svg viewBox="0 0 ${width} ${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${120 + (places[0] ?? 0) * 1.5}" cy="90" r="42" fill="oklch(0.97 0.06 ${isDark ? 90 : 70})"/>
    ${[0, 1, 2, 3].map(layer).join('')}
  </svg>`;
}

/** A pattern of quarter circles. */
function shapes(_: PictureOf, { hue, places, isDark }: Look): string {
  const { width, height } = PAGE_PICTURE;
  const side = height / 3;
  const color = (place: number) =>
    `oklch(${isDark ? 0.35 + (place % 5) * 0.1 : 0.6 + (place % 5) * 0.08} 0.12 ${hue + (place % 4) * 35})`;
  const tiles = Array.from({ length: 3 * 6 }, (__, index) => {
    const [x, y] = [(index % 6) * side, Math.floor(index / 6) * side];
    const place = places[index] ?? 0;
    const [cx, cy] = [x + (place % 2) * side, y + (Math.floor(place / 2) % 2) * side];
    return `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="${x} ${y} ${side} ${side}">
      <rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${color(place)}"/>
      <circle cx="${cx}" cy="${cy}" r="${side}" fill="${color(place + 2)}"/></svg>`;
  });
  return `<svg viewBox="16 0 ${width} ${height}" preserveAspectRatio="xMinYMin slice">${tiles.join('')}</svg>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
