import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';

import styles from './button.module.css';
import { classNames } from '../style/class-names.ts';
import { buttonClass } from './button-class.ts';
import { Spinner } from '../loading/spinner.tsx';

interface ButtonProps {
  readonly kind: 'primary' | 'quiet' | 'outlined' | 'danger';
  readonly children: ReactNode;
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
  /** While its action is running, the button keeps its size and the focus, but ignores presses. */
  readonly isPending?: boolean;
  readonly isWide?: boolean;
  /** The accessible name, needed if a page has several such buttons. It starts with the visible text. */
  readonly label?: string;
  readonly onPress?: () => void;
}

export function Button({ kind, children, isPending = false, isWide = false, label, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(label === undefined ? {} : { 'aria-label': label })}
      isPending={isPending}
      className={buttonClass(kind, isWide && styles.wide)}
    >
      <span className={classNames(styles.label, isPending && styles.pending)}>{children}</span>
      {isPending ? (
        <span className={styles.spinner}>
          <Spinner label="Please wait" />
        </span>
      ) : null}
    </AriaButton>
  );
}
