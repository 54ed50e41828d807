import { createHash } from 'node:crypto';

/** The labels before the country in domains like 'bbc.co.uk', where the site's name is the third label from the end. */
const SECOND_LEVEL: ReadonlySet<string> = new Set(['ac', 'co', 'com', 'edu', 'gov', 'or', 'org']);

/** The look of a site's mark: a letter on a tile. We invent the marks, so none resembles a logo. */
export interface SiteMark {
  readonly letter: string;
  readonly hue: number;
  readonly form: (typeof FORMS)[number];
}

const FORMS = ['tile', 'disc', 'night', 'tint', 'bare'] as const;

/** Null for example domains, so that some links show the default icon. */
export function siteMark(domain: string): SiteMark | null {
  const site = siteOf(domain);
  if (site === 'example') return null;
  const [high = 0, low = 0, form = 0] = createHash('sha256').update(site).digest();
  return {
    letter: site.slice(0, 1).toUpperCase(),
    // Steps of ten degrees, since nearer hues look like a mistake side by side.
    hue: 10 * ((256 * high + low) % 36),
    form: FORMS[form % FORMS.length] ?? 'tile',
  };
}

/** The site's name: 'wikipedia' of en.wikipedia.org. */
function siteOf(domain: string): string {
  const labels = domain.split('.');
  const owned = labels.slice(0, SECOND_LEVEL.has(labels.at(-2) ?? '') && labels.length > 2 ? -2 : -1);
  return owned.at(-1) ?? domain;
}

/** An HTML page that shows only the mark. */
export function markPage({ letter, hue, form }: SiteMark, side: number, font: string): string {
  const colors = {
    tile: { letter: 'white', ground: `linear-gradient(oklch(0.66 0.17 ${hue}), oklch(0.54 0.18 ${hue}))` },
    disc: { letter: 'white', ground: `oklch(0.56 0.17 ${hue})` },
    night: { letter: `oklch(0.87 0.14 ${hue})`, ground: `oklch(0.33 0.05 ${hue})` },
    tint: { letter: `oklch(0.42 0.14 ${hue})`, ground: `oklch(0.91 0.06 ${hue})` },
    bare: { letter: `oklch(0.62 0.2 ${hue})`, ground: 'transparent' },
  }[form];
  return `<!doctype html><style>
    @font-face { font-family: Inter; src: url(${font}); font-weight: 100 900 }
    body { margin: 0 }
    main { width: ${side}px; height: ${side}px; display: grid; place-items: center;
      background: ${colors.ground}; border-radius: ${form === 'disc' ? '50%' : '22%'};
      color: ${colors.letter}; font: ${form === 'bare' ? 850 : 680} ${side * (form === 'bare' ? 0.98 : 0.64)}px/1 Inter }
  </style><main>${letter}</main>`;
}
