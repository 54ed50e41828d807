import { useState } from 'react';

import { useServices, useSession } from '#web/hooks/services.ts';
import { Button } from '#web/ui/buttons/button.tsx';

import styles from './account.module.css';

type Sending = 'no' | 'sending' | 'sent' | 'failed';

const STATUS_TEXTS = {
  no: '',
  sending: '',
  sent: 'We sent the email again.',
  failed: "Couldn't send the email. Please try again in a few minutes.",
} as const satisfies Record<Sending, string>;

export function RegisteredMessage() {
  const { gateway, session } = useServices();
  const { firebaseUser } = useSession();
  const [sending, setSending] = useState<Sending>('no');

  const sendAgain = async () => {
    setSending('sending');
    try {
      await (await gateway()).sendConfirmation();
      setSending('sent');
    } catch (error) {
      console.warn('The confirmation email was not sent.', error);
      setSending('failed');
    }
  };

  return (
    <>
      <p className={styles.text}>
        Check the inbox of <b>{firebaseUser?.email}</b> for a link that confirms your email address. If it
        isn't there, check your spam or junk folder.
      </p>
      <p className={styles.text} role="status">
        {STATUS_TEXTS[sending]}
      </p>
      <div className={styles.actions}>
        <Button
          kind="quiet"
          isPending={sending === 'sending'}
          onPress={() => {
            void sendAgain();
          }}
        >
          Send the email again
        </Button>
        <Button kind="primary" onPress={session.hideRegistered}>
          Go to my links
        </Button>
      </div>
    </>
  );
}
