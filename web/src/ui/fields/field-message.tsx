import { Text } from 'react-aria-components/Text';

import { classNames } from '../style/class-names.ts';
import styles from './field.module.css';

interface FieldMessageProps {
  readonly error: string | undefined;
  /** Shown until there is an error. */
  readonly hint?: string | undefined;
}

/** The line below a field. It always has its room, so that an error moves nothing. The error list announces the error. */
export function FieldMessage({ error, hint }: FieldMessageProps) {
  if (error === undefined && hint === undefined) return null;
  if (hint !== undefined && (error ?? '') === '')
    return (
      <Text slot="description" className={styles.message}>
        {hint}
      </Text>
    );
  return (
    <p className={classNames(styles.message, styles.error)} aria-hidden="true">
      {error}
    </p>
  );
}
