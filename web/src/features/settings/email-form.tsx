import { MESSAGES } from '@foldmark/contract/messages';

import { authErrors } from '#web/account/auth-errors.ts';
import { useServices } from '#web/hooks/services.ts';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import dialogStyles from '#web/ui/dialogs/dialog.module.css';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { type Problem, useForm } from '#web/ui/fields/use-form.ts';

import type { AccountFormProps } from './account-change.tsx';

export function EmailForm({ email: currentEmail, onDone, onCancel }: AccountFormProps) {
  const { gateway } = useServices();
  const form = useForm({
    initial: { email: '', current: '' },
    check: (texts) => emailProblems(texts, currentEmail),
    send: async ({ email, current }) => {
      try {
        await (await gateway()).changeEmail(current, email.trim());
      } catch (error) {
        return authErrors('accountChange', error);
      }
      onDone(`We sent a link to ${email.trim()}. Open it to confirm your new email address.`);
      return [];
    },
  });
  return (
    <DialogForm form={form} action="Send link" onCancel={onCancel}>
      <p className={dialogStyles.text}>
        We'll send a link to your new address. Open it to change your email.
      </p>
      <TextField label="New Email" {...form.field('email')} type="email" autoComplete="email" autoFocus />
      <PasswordField label="Current Password" {...form.field('current')} autoComplete="current-password" />
    </DialogForm>
  );
}

interface EmailTexts {
  readonly email: string;
  readonly current: string;
}

function emailProblems(
  { email, current }: EmailTexts,
  currentEmail: string,
): readonly Problem<keyof EmailTexts>[] {
  const typed = email.trim();
  if (typed === '') return [{ field: 'email', message: MESSAGES.emailRequired }];
  if (!/^[^\s@]+@[^\s@]+$/.test(typed)) return [{ field: 'email', message: MESSAGES.emailInvalid }];
  if (typed.toLowerCase() === currentEmail.toLowerCase())
    return [{ field: 'email', message: 'This is already your email.' }];
  return current === '' ? [{ field: 'current', message: 'Please enter your current password.' }] : [];
}
