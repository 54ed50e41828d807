import type { ReactNode } from 'react';

import { ErrorList } from './error-list.tsx';
import styles from './form.module.css';
import type { FormState } from './use-form.ts';

interface FormProps {
  readonly form: Pick<FormState<never>, 'errors' | 'errorsId' | 'onSubmit'>;
  readonly children: ReactNode;
}

/** A form that shows its errors above the fields. */
export function Form({ form: { errors, errorsId, onSubmit }, children }: FormProps) {
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {errors === null ? null : <ErrorList id={errorsId} errors={errors} />}
      {children}
    </form>
  );
}
