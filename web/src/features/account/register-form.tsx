import { MESSAGES } from '@foldmark/contract/messages';

import { PASSWORD_RULE } from '#web/account/password-rule.ts';
import { useServices } from '#web/hooks/services.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { type Attempts, useForm } from '#web/ui/fields/use-form.ts';

import { registerWithEmail } from './login-methods.ts';
import { BotCheckField } from './bot-check-field.tsx';
import { useBotCheck } from './use-bot-check.ts';
import { validateRegistration } from './validate.ts';

/** The fields of the provider's errors. */
const FIELD_OF = {
  [MESSAGES.emailInvalid]: 'email',
  [MESSAGES.emailUnavailable]: 'email',
  [MESSAGES.passwordTooWeak]: 'password',
} as const;

export function RegisterForm({ attempts }: { readonly attempts: Attempts }) {
  const services = useServices();
  const { check, start } = useBotCheck();
  const botCheck = check.status === 'passed' ? check.payload : null;
  const form = useForm({
    attempts,
    initial: { email: '', password: '', confirmPassword: '' },
    check: (texts) => validateRegistration({ ...texts, botCheck }),
    fieldOf: FIELD_OF,
    send: async (texts) => registerWithEmail(services, { ...texts, botCheck }),
  });
  return (
    <Form form={form}>
      <TextField label="Email" {...form.field('email')} type="email" autoComplete="username" />
      <PasswordField
        label="Password"
        hint={PASSWORD_RULE}
        {...form.field('password')}
        autoComplete="new-password"
      />
      <PasswordField
        label="Confirm Password"
        {...form.field('confirmPassword')}
        autoComplete="new-password"
      />
      <BotCheckField check={check} onStart={start} />
      <Button
        kind="primary"
        type="submit"
        isWide
        isDisabled={check.status !== 'passed'}
        isPending={form.isPending}
      >
        Register
      </Button>
    </Form>
  );
}
