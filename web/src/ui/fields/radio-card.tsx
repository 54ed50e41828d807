import type { ComponentProps } from 'react';

import { classNames } from '../style/class-names.ts';
import styles from './radio-card.module.css';

interface RadioCardProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  readonly onChoose: () => void;
}

/** A card with one of several choices. The whole card is the radio button. */
export function RadioCard({ className, children, onChoose, ...input }: RadioCardProps) {
  return (
    <label className={classNames(styles.card, className)}>
      <input {...input} type="radio" onChange={onChoose} />
      {children}
    </label>
  );
}
