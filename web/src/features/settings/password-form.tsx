import { MESSAGES } from '@foldmark/contract/messages';

import { authErrors } from '#web/account/auth-errors.ts';
import { PASSWORD_RULE } from '#web/account/password-rule.ts';
import { useServices } from '#web/hooks/services.ts';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { type Problem, useForm } from '#web/ui/fields/use-form.ts';

import type { AccountFormProps } from './account-change.tsx';

export function PasswordForm({ email, onDone, onCancel }: AccountFormProps) {
  const { gateway } = useServices();
  const form = useForm({
    initial: { current: '', password: '', confirmPassword: '' },
    check: passwordProblems,
    send: async ({ current, password }) => {
      try {
        await (await gateway()).changePassword(current, password);
      } catch (error) {
        return authErrors('accountChange', error);
      }
      onDone('Your password was changed. Log in again on your other devices.');
      return [];
    },
  });
  return (
    <DialogForm form={form} action="Change password" onCancel={onCancel}>
      {/* Password managers store the password with this username. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        {...form.field('current')}
        autoComplete="current-password"
        autoFocus
      />
      <PasswordField
        label="New Password"
        hint={PASSWORD_RULE}
        {...form.field('password')}
        autoComplete="new-password"
      />
      <PasswordField
        label="Confirm Password"
        {...form.field('confirmPassword')}
        autoComplete="new-password"
      />
    </DialogForm>
  );
}

interface PasswordTexts {
  readonly current: string;
  readonly password: string;
  readonly confirmPassword: string;
}

function passwordProblems(texts: PasswordTexts): readonly Problem<keyof PasswordTexts>[] {
  const { current, password, confirmPassword } = texts;
  if (current === '') return [{ field: 'current', message: 'Please enter your current password.' }];
  if (password.trim() === '') return [{ field: 'password', message: MESSAGES.passwordTooShort }];
  return password === confirmPassword
    ? []
    : [{ field: 'confirmPassword', message: MESSAGES.passwordsDiffer }];
}
