import { numberText } from '@foldmark/library/text/number-text';
import type { KeyboardEvent } from 'react';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';

import { classNames } from '../style/class-names.ts';
import styles from './field.module.css';
import { FieldMessage } from './field-message.tsx';
import type { FieldProps } from './use-form.ts';

interface TextAreaProps extends FieldProps {
  readonly label: string;
  /** A text that is nearly this long shows its length. */
  readonly maxLength: number;
  readonly autoFocus?: boolean;
}

const COUNTED_FROM = 0.9;

/** A text of several lines. Enter begins a new line, and Ctrl+Enter or Cmd+Enter submits the form. */
export function TextArea({ label, error, errorsId, maxLength, ...props }: TextAreaProps) {
  const { length } = props.value.trim();
  return (
    <AriaTextField
      {...props}
      validationBehavior="aria"
      className={styles.field ?? ''}
      {...(props.isInvalid ? { 'aria-describedby': errorsId } : {})}
    >
      <Label className={styles.label}>{label}</Label>
      <AriaTextArea
        className={classNames(styles.input, styles.area)}
        rows={3}
        dir="auto"
        onKeyDown={submitOnModifiedEnter}
      />
      <FieldMessage error={error} />
      {length < maxLength * COUNTED_FROM ? null : (
        <Text slot="description" className={classNames(styles.count, length > maxLength && styles.over)}>
          {numberText(length)} of {numberText(maxLength)} characters
        </Text>
      )}
    </AriaTextField>
  );
}

/** Clicks the button, as Enter does in a field of one line: a disabled button submits nothing. */
function submitOnModifiedEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.click();
}
