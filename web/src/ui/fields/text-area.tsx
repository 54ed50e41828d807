import { numberText } from '@foldmark/library/text/number-text';
import type { KeyboardEvent } from 'react';
import { Text } from 'react-aria-components/Text';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';

import { classNames } from '../style/class-names.ts';
import styles from './field.module.css';
import { LabelledField, type LabelledProps } from './labelled-field.tsx';

interface TextAreaProps extends LabelledProps {
  /** A text that is nearly this long shows its length. */
  readonly maxLength: number;
}

const COUNTED_FROM = 0.9;

/** A text of several lines. Enter begins a new line, and Ctrl+Enter or Cmd+Enter submits the form. */
export function TextArea({ maxLength, ...props }: TextAreaProps) {
  const { length } = props.value.trim();
  const isCounted = length >= maxLength * COUNTED_FROM;
  return (
    <LabelledField {...props}>
      <AriaTextArea
        className={classNames(styles.input, styles.area)}
        rows={3}
        dir="auto"
        onKeyDown={submitOnModifiedEnter}
      />
      {isCounted ? (
        <Text slot="description" className={classNames(styles.count, length > maxLength && styles.over)}>
          {numberText(length)} of {numberText(maxLength)} characters
        </Text>
      ) : null}
    </LabelledField>
  );
}

/** Clicks the button, as Enter does in a field of one line: a disabled button submits nothing. */
function submitOnModifiedEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.click();
}
