import { Link } from 'react-router-dom';

import { useServices } from '#web/hooks/services.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { type Attempts, useForm } from '#web/ui/fields/use-form.ts';

import styles from './account.module.css';
import { loginWithEmail } from './login-methods.ts';
import { validateLogin } from './validate.ts';

export function LoginForm({ attempts }: { readonly attempts: Attempts }) {
  const services = useServices();
  const form = useForm({
    attempts,
    initial: { email: '', password: '' },
    check: (texts) => validateLogin({ ...texts, agrees: true }),
    send: async (texts) => loginWithEmail(services, texts),
  });
  return (
    <Form form={form}>
      <TextField label="Email" {...form.field('email')} type="email" autoComplete="username" />
      <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
      <div className={styles.actions}>
        <Link to="/forgot/" className={styles.link}>
          Forgot Password?
        </Link>
        <Button kind="primary" type="submit" isPending={form.isPending}>
          Login
        </Button>
      </div>
    </Form>
  );
}
