import type { CSSProperties } from 'react';

import { classNames } from '#web/ui/style/class-names.ts';

import styles from './letter-tile.module.css';

const COLOURS = 12;

interface LetterTileProps {
  /** The host of a link, or the name of a product. */
  readonly site: string;
  /** In pixels. Without it, `className` decides. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** Replaces the unknown icon of a site: the first letter of its name, always in the same colour. */
export function LetterTile({ site, size, className }: LetterTileProps) {
  const host = site.replace(/^www\./, '');
  return (
    <span
      className={classNames(styles.tile, (size ?? 0) > 24 && styles.large, className)}
      style={styleOf(host, size)}
      // Not a text: a copied row should not have it.
      data-letter={letterOf(host)}
      aria-hidden="true"
    />
  );
}

/** The first letter or digit of a host. An IPv6 address begins with a bracket. */
export function letterOf(host: string): string {
  return (/[\p{L}\p{N}]/u.exec(host)?.[0] ?? '').toUpperCase();
}

interface TileStyle extends CSSProperties {
  '--hue': number;
}

function styleOf(host: string, size: number | undefined): TileStyle {
  return { width: size, height: size, '--hue': hueOf(host) };
}

export function hueOf(host: string): number {
  let sum = 0;
  for (let place = 0; place < host.length; place += 1) sum = (sum * 31 + host.charCodeAt(place)) % 65_521;
  return 20 + (sum % COLOURS) * (360 / COLOURS);
}
