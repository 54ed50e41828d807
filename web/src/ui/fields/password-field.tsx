import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { ToggleButton } from 'react-aria-components/ToggleButton';

import { classNames } from '../style/class-names.ts';
import styles from './field.module.css';
import { FieldMessage } from './field-message.tsx';
import type { FieldProps } from './use-form.ts';

interface PasswordFieldProps extends FieldProps {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly autoFocus?: boolean;
  /** The rule for the password. */
  readonly hint?: string;
}

export function PasswordField({ label, hint, error, errorsId, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const labelId = useId();
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      validationBehavior="aria"
      className={styles.field ?? ''}
      {...(props.isInvalid ? { 'aria-describedby': errorsId } : {})}
    >
      <Label id={labelId} className={styles.label}>
        {label}
      </Label>
      <div className={styles.box}>
        <Input
          className={classNames(styles.input, styles.withToggle)}
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
        />
        <ToggleButton
          className={styles.toggle ?? ''}
          aria-label="Show characters"
          aria-describedby={labelId}
          isSelected={isShown}
          onChange={setShown}
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </ToggleButton>
      </div>
      <FieldMessage error={error} hint={hint} />
    </TextField>
  );
}
