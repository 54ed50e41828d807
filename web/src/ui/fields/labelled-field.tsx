import type { ClipboardEventHandler, ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';

import styles from './field.module.css';
import { FieldMessage } from './field-message.tsx';
import type { FieldProps } from './use-form.ts';

export interface LabelledProps extends FieldProps {
  readonly label: string;
  readonly type?: 'text' | 'email' | 'url' | 'password';
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly onPaste?: ClipboardEventHandler<HTMLInputElement>;
  /** Shown below the field until there is an error. */
  readonly hint?: string | undefined;
}

interface LabelledFieldProps extends LabelledProps {
  readonly labelId?: string;
  /** The input. */
  readonly children: ReactNode;
}

/** A text of a form with its label above it and its message below. */
export function LabelledField(props: LabelledFieldProps) {
  const { label, labelId, hint, error, errorsId, children, ...field } = props;
  return (
    <TextField
      {...field}
      validationBehavior="aria"
      className={styles.field ?? ''}
      {...(field.isInvalid ? { 'aria-describedby': errorsId } : {})}
    >
      <Label {...(labelId === undefined ? {} : { id: labelId })} className={styles.label}>
        {label}
      </Label>
      {children}
      <FieldMessage error={error} hint={hint} />
    </TextField>
  );
}
