import { useEffect, useRef } from 'react';

import { classNames } from '../style/class-names.ts';
import styles from './bare-checkbox.module.css';

interface BareCheckboxProps {
  readonly label: string;
  readonly isSelected: boolean;
  /** Whether some but not all items are selected. */
  readonly isIndeterminate?: boolean;
  readonly tabIndex?: number;
  readonly className?: string | undefined;
  readonly onToggle: (withShift: boolean) => void;
}

/** A checkbox without a visible label. It is a plain input, because long lists render one for each row. */
export function BareCheckbox(props: BareCheckboxProps) {
  const { label, isSelected, isIndeterminate = false, tabIndex = 0, className, onToggle } = props;
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current !== null) ref.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <label className={classNames(styles.target, className)}>
      <input
        ref={ref}
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={isSelected}
        tabIndex={tabIndex}
        onChange={({ nativeEvent }) => {
          onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
        }}
      />
    </label>
  );
}
