import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField as AriaTextField } from 'react-aria-components/TextField';

import styles from './field.module.css';

interface TextFieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'email' | 'url';
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  /** With `onChange`, where the form keeps what is typed itself. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly isInvalid: boolean;
  /** The id of the list of errors, where it says what is wrong. */
  readonly errorsId: string;
}

export function TextField({ label, errorsId, ...props }: TextFieldProps) {
  return (
    <AriaTextField
      {...props}
      validationBehavior="aria"
      className={styles.field ?? ''}
      {...(props.isInvalid ? { 'aria-describedby': errorsId } : {})}
    >
      <Label className={styles.label}>{label}</Label>
      <Input className={styles.input ?? ''} spellCheck={false} autoCapitalize="none" />
    </AriaTextField>
  );
}
