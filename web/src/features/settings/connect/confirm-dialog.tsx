import { authErrors } from '#web/account/auth-errors.ts';
import { useServices } from '#web/hooks/services.ts';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import dialogStyles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import { useHasPassword } from '../use-has-password.ts';

interface ConfirmDialogProps {
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** Asks for the password, or for another login with Google. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const hasPassword = useHasPassword();
  return (
    <Dialog title="Confirm that it's you" onClose={props.onClose}>
      {hasPassword === null ? (
        <Spinner label="Loading" />
      ) : hasPassword ? (
        <PasswordForm {...props} />
      ) : (
        <GoogleForm {...props} />
      )}
    </Dialog>
  );
}

function PasswordForm({ onConfirmed, onClose }: ConfirmDialogProps) {
  const confirm = useConfirm(onConfirmed);
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) =>
      password === '' ? [{ field: 'password', message: 'Please enter your password.' }] : [],
    send: async ({ password }) => confirm(password),
  });
  return (
    <DialogForm form={form} action="Confirm" onCancel={onClose}>
      <p className={dialogStyles.text}>
        Your last login is a while ago. Connecting an app needs your password.
      </p>
      <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" autoFocus />
    </DialogForm>
  );
}

function GoogleForm({ onConfirmed, onClose }: ConfirmDialogProps) {
  const confirm = useConfirm(onConfirmed);
  const form = useForm({ initial: {}, send: async () => confirm(null) });
  return (
    <DialogForm form={form} action="Continue with Google" onCancel={onClose}>
      <p className={dialogStyles.text}>
        Your last login is a while ago. To connect an app, log in with Google again.
      </p>
    </DialogForm>
  );
}

/** Logs the user in again. Returns the errors. */
function useConfirm(onConfirmed: () => void) {
  const { gateway } = useServices();
  return async (password: string | null): Promise<readonly string[]> => {
    try {
      await (await gateway()).confirmUser(password);
    } catch (error) {
      return authErrors('accountChange', error);
    }
    onConfirmed();
    return [];
  };
}
