import { useId, useState } from 'react';

import { useServices, useSession } from '#web/data/services.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';

import styles from './account.module.css';
import { finishRegistration } from './attempts.ts';
import { BotCheckField } from './bot-check-field.tsx';
import { useBotCheck } from './use-bot-check.ts';

/** For somebody whose account exists and whose registration stopped half-way, for instance with a closed window. */
export function FinishForm() {
  const services = useServices();
  const { errors, firebaseUser } = useSession();
  const { check, start, reset } = useBotCheck();
  const [isPending, setPending] = useState(false);
  const errorsId = useId();

  const finish = async (payload: string) => {
    setPending(true);
    await services.session.attempt(async () => finishRegistration(services, payload));
    setPending(false);
    reset();
  };

  return (
    <>
      <ErrorList id={errorsId} errors={errors} />
      <p className={styles.text}>One step is left to finish the registration of {firebaseUser?.email}.</p>
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
          isDisabled={check.status !== 'passed'}
          isPending={isPending}
          onPress={() => {
            if (check.status === 'passed') void finish(check.payload);
          }}
        >
          Register
        </Button>
      </div>
    </>
  );
}
