import { Input } from 'react-aria-components/Input';

import styles from './field.module.css';
import { LabelledField, type LabelledProps } from './labelled-field.tsx';

export function TextField(props: LabelledProps) {
  return (
    <LabelledField {...props}>
      <Input className={styles.input ?? ''} spellCheck={false} autoCapitalize="none" />
    </LabelledField>
  );
}
