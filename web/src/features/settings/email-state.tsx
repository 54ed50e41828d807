import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';

import { useServices } from '#web/hooks/services.ts';
import { Button } from '#web/ui/buttons/button.tsx';

import styles from './settings.module.css';

interface EmailStateProps {
  readonly email: string | null;
  readonly isConfirmed: boolean;
}

export function EmailState({ email, isConfirmed }: EmailStateProps) {
  if (email === null) return <p className={styles.text}>This account has no email address.</p>;
  return (
    <>
      <p className={styles.email}>
        <span>{email}</span>
        {isConfirmed ? (
          <span className={styles.confirmed}>
            <BadgeCheck aria-hidden="true" />
            Confirmed
          </span>
        ) : (
          <span className={styles.text}>Not confirmed</span>
        )}
      </p>
      {isConfirmed ? null : <SendConfirmation />}
    </>
  );
}

const STATUS_TEXTS = {
  no: '',
  sending: '',
  sent: "We sent the email. If it isn't in your inbox, check your spam or junk folder.",
  failed: "Couldn't send the email. Please try again in a few minutes.",
} as const;

function SendConfirmation() {
  const { gateway, report } = useServices();
  const [sending, setSending] = useState<keyof typeof STATUS_TEXTS>('no');
  const send = async () => {
    setSending('sending');
    try {
      await (await gateway()).sendConfirmation();
      setSending('sent');
    } catch (error) {
      report('The confirmation email was not sent.', error);
      setSending('failed');
    }
  };
  return (
    <div className={styles.actions}>
      <Button
        kind="outlined"
        isPending={sending === 'sending'}
        onPress={() => {
          void send();
        }}
      >
        Send the confirmation email
      </Button>
      <p className={styles.text} role="status">
        {STATUS_TEXTS[sending]}
      </p>
    </div>
  );
}
