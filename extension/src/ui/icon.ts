/** Outlines in a square of 24. */
const PATHS = {
  check: 'M5 12.5 10 17.5 19.5 7',
  chevron: 'M9 6 15 12 9 18',
  close: 'M6.5 6.5 17.5 17.5M17.5 6.5 6.5 17.5',
  external: 'M14 4.5h5.5V10M19 5 11 13M9.5 5.5h-3a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-3',
  folder: 'M3.5 18V6.5a2 2 0 0 1 2-2h3.8l2.4 2.8h6.8a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2Z',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6ZM20 20 15.8 15.8',
  settings:
    'M4 7h9M19 7h1M4 17h1M11 17h9M16 9.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 19.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  star: 'M12 3.6 14.6 8.9 20.4 9.7 16.2 13.8 17.2 19.6 12 16.9 6.8 19.6 7.8 13.8 3.6 9.7 9.4 8.9Z',
  trash: 'M4.5 6.5h15M9.5 6.5V4.8h5v1.7M6.5 6.5 7.3 19.5h9.4L17.5 6.5M10.2 10.5v5M13.8 10.5v5',
} as const;

export type IconName = keyof typeof PATHS;

const SVG = 'http://www.w3.org/2000/svg';

/** An icon in the color of the text. Screen readers ignore it. */
export function icon(name: IconName): SVGSVGElement {
  const svg = svgOf('svg', {
    class: `icon icon-${name}`,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  });
  svg.append(svgOf('path', { d: PATHS[name] }));
  return svg;
}

/** A folded bookmark, the same as that of the app. */
export function logo(): SVGSVGElement {
  const svg = svgOf('svg', { class: 'logo', viewBox: '0 0 32 32', 'aria-hidden': 'true' });
  const mark =
    'M10 7.5h12a1 1 0 0 1 1 1v16.2a.8.8 0 0 1-1.3.6L16 20.6l-5.7 4.7a.8.8 0 0 1-1.3-.6V8.5a1 1 0 0 1 1-1Z';
  svg.append(
    svgOf('rect', { width: '32', height: '32', rx: '8', fill: '#4f46d8' }),
    svgOf('path', { d: mark, fill: '#fff' }),
    svgOf('path', { d: 'M16.6 7.5H22a1 1 0 0 1 1 1v5.4Z', fill: '#c7c4fb' }),
  );
  return svg;
}

function svgOf<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
