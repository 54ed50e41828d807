import type { ReactNode } from 'react';

import { ErrorList } from './error-list.tsx';
import styles from './form.module.css';
import type { FormState } from './use-form.ts';

interface FormProps {
  readonly form: Pick<FormState<never>, 'errors' | 'inFields' | 'errorsId' | 'onSubmit'>;
  readonly children: ReactNode;
}

/** A form. Errors of no single field show above the fields. */
export function Form({ form: { errors, inFields, errorsId, onSubmit }, children }: FormProps) {
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {errors === null ? null : <ErrorList id={errorsId} errors={errors} inFields={inFields} />}
      {children}
    </form>
  );
}
