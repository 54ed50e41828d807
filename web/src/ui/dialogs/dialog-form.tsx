import type { ReactNode } from 'react';

import { Button } from '../buttons/button.tsx';
import styles from './dialog.module.css';
import { Form } from '../fields/form.tsx';
import type { FormState } from '../fields/use-form.ts';

interface DialogFormProps {
  readonly form: Pick<FormState<never>, 'errors' | 'inFields' | 'errorsId' | 'isPending' | 'onSubmit'>;
  /** The label of the submit button. */
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly isDisabled?: boolean;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A form with a Cancel and a submit button. */
export function DialogForm({
  form,
  action,
  kind = 'primary',
  isDisabled = false,
  onCancel,
  children,
}: DialogFormProps) {
  return (
    <Form form={form}>
      {children}
      <div className={styles.actions}>
        <Button kind="outlined" onPress={onCancel}>
          Cancel
        </Button>
        <Button kind={kind} type="submit" isDisabled={isDisabled} isPending={form.isPending}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
