import { hueOf, letterOf } from '@foldmark/library/text/letter-tile';
import type { CSSProperties } from 'react';

import { classNames } from '#web/ui/style/class-names.ts';

import styles from './letter-tile.module.css';

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

interface TileStyle extends CSSProperties {
  '--hue': number;
}

function styleOf(host: string, size: number | undefined): TileStyle {
  return { width: size, height: size, '--hue': hueOf(host) };
}
