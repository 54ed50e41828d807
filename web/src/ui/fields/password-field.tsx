import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { ToggleButton } from 'react-aria-components/ToggleButton';

import { classNames } from '../style/class-names.ts';
import styles from './field.module.css';
import { LabelledField, type LabelledProps } from './labelled-field.tsx';

interface PasswordFieldProps extends LabelledProps {
  readonly autoComplete: 'current-password' | 'new-password';
}

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const labelId = useId();
  return (
    <LabelledField {...props} type={isShown ? 'text' : 'password'} labelId={labelId}>
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
    </LabelledField>
  );
}
