import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';

import styles from './checkbox.module.css';

interface CheckboxProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly isReadOnly?: boolean;
  readonly describedBy?: string;
  readonly onChange: (isSelected: boolean) => void;
}

export function Checkbox({ children, describedBy, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      className={styles.checkbox ?? ''}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
    >
      <span className={styles.box}>
        <Check aria-hidden="true" strokeWidth={3} />
      </span>
      {children}
    </AriaCheckbox>
  );
}
