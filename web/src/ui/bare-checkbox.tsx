import { useEffect, useRef } from 'react';

import styles from './bare-checkbox.module.css';

interface BareCheckboxProps {
  readonly label: string;
  readonly isSelected: boolean;
  /** Some of what it stands for is selected. */
  readonly isIndeterminate?: boolean;
  readonly tabIndex?: number;
  readonly onToggle: (withShift: boolean) => void;
}

/** A checkbox without a visible label, light enough for every row of a long list. */
export function BareCheckbox(props: BareCheckboxProps) {
  const { label, isSelected, isIndeterminate = false, tabIndex = 0, onToggle } = props;
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current !== null) ref.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <label className={styles.target}>
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
