import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import { userCodeIn } from './connect-texts.ts';
import styles from './connect.module.css';
import { StepCard } from './step-card.tsx';

interface CodeFormProps {
  /** From the link that the device shows. Empty without one. */
  readonly code: string;
  readonly onCode: (code: string) => void;
}

/** Asks for the code that a device shows. A code of a link is only filled in: another person could have sent that link. */
export function CodeForm({ code, onCode }: CodeFormProps) {
  const isFilledIn = code !== '';
  const form = useForm({
    initial: { code: userCodeIn(code) ?? code },
    check: (texts) =>
      userCodeIn(texts.code) === null
        ? [{ field: 'code', message: 'Please enter the 8 letters that your device shows.' }]
        : [],
    send: async (texts) => {
      const typed = userCodeIn(texts.code);
      if (typed !== null) onCode(typed);
      return [];
    },
  });
  return (
    <StepCard title="Connect a device">
      <p>
        {isFilledIn
          ? 'Compare this code with the code on your device. Continue only if they are the same.'
          : 'Enter the code that your device or program shows.'}
      </p>
      <Form form={form}>
        <div className={styles.code}>
          <TextField
            label="Code"
            {...form.field('code')}
            hint={isFilledIn ? undefined : '8 letters, such as WDJB-MJHT'}
            autoComplete="off"
            autoFocus
          />
        </div>
        <div className={styles.actions}>
          <Button kind="primary" type="submit">
            {isFilledIn ? 'The codes are the same' : 'Continue'}
          </Button>
        </div>
      </Form>
    </StepCard>
  );
}
