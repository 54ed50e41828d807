import type { ClipboardEventHandler } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField as AriaTextField } from 'react-aria-components/TextField';

import styles from './field.module.css';
import { FieldMessage } from './field-message.tsx';
import type { FieldProps } from './use-form.ts';

interface TextFieldProps extends FieldProps {
  readonly label: string;
  readonly type?: 'text' | 'email' | 'url';
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly onPaste?: ClipboardEventHandler<HTMLInputElement>;
}

export function TextField({ label, error, errorsId, ...props }: TextFieldProps) {
  return (
    <AriaTextField
      {...props}
      validationBehavior="aria"
      className={styles.field ?? ''}
      {...(props.isInvalid ? { 'aria-describedby': errorsId } : {})}
    >
      <Label className={styles.label}>{label}</Label>
      <Input className={styles.input ?? ''} spellCheck={false} autoCapitalize="none" />
      <FieldMessage error={error} />
    </AriaTextField>
  );
}
