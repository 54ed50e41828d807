import { createHash } from 'node:crypto';

/** Of names such as 'bbc.co.uk' the last two labels belong to nobody. */
const SECOND_LEVEL: ReadonlySet<string> = new Set(['ac', 'co', 'com', 'edu', 'gov', 'or', 'org']);

/** How the mark of a site looks: a letter on a tile. They are ours, and like no logo. */
export interface SiteMark {
  readonly letter: string;
  readonly hue: number;
  readonly form: (typeof FORMS)[number];
}

const FORMS = ['tile', 'disc', 'night', 'tint', 'bare'] as const;

/** Null for a site that exists only as an example: somebody has to show the default icon. */
export function siteMark(domain: string): SiteMark | null {
  const site = siteOf(domain);
  if (site === 'example') return null;
  const [high = 0, low = 0, form = 0] = createHash('sha256').update(site).digest();
  return {
    letter: site.slice(0, 1).toUpperCase(),
    // Steps of ten degrees: nearer ones would look like a mistake beside each other.
    hue: 10 * ((256 * high + low) % 36),
    form: FORMS[form % FORMS.length] ?? 'tile',
  };
}

/** What people call it: 'wikipedia' of en.wikipedia.org. */
function siteOf(domain: string): string {
  const labels = domain.split('.');
  const owned = labels.slice(0, SECOND_LEVEL.has(labels.at(-2) ?? '') && labels.length > 2 ? -2 : -1);
  return owned.at(-1) ?? domain;
}

/** A page that shows the mark and nothing else. */
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
