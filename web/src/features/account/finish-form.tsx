import { useServices, useSession } from '#web/hooks/services.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import styles from './account.module.css';
import { finishRegistration } from './login-methods.ts';
import { BotCheckField } from './bot-check-field.tsx';
import { useAttempts } from './use-attempts.ts';
import { useBotCheck } from './use-bot-check.ts';

/** Completes a registration that stopped after the account was created, for example because the window was closed. */
export function FinishForm() {
  const services = useServices();
  const { firebaseUser } = useSession();
  const attempts = useAttempts();
  const { check, start, reset } = useBotCheck();
  const form = useForm({
    attempts,
    initial: {},
    send: async () => {
      if (check.status !== 'passed') return [];
      const errors = await finishRegistration(services, check.payload);
      reset();
      return errors;
    },
  });
  return (
    <Form form={form}>
      <ErrorList id={attempts.errorsId} errors={attempts.errors} />
      <p className={styles.text}>To finish registering {firebaseUser?.email}, complete this step.</p>
      <BotCheckField check={check} onStart={start} />
      <div className={styles.actions}>
        <Button
          kind="quiet"
          onPress={() => {
            void services.session.logout();
          }}
        >
          Log out
        </Button>
        <Button
          kind="primary"
          type="submit"
          isDisabled={check.status !== 'passed'}
          isPending={form.isPending}
        >
          Register
        </Button>
      </div>
    </Form>
  );
}
