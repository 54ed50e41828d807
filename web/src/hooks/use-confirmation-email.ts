import { useState } from 'react';

import { useServices } from './services.ts';

const FAILED = "Couldn't send the email. Please try again in a few minutes.";

/** Sends the email that confirms the user's address. Afterwards `status` is `sent`, or tells the failure. */
export function useConfirmationEmail(sent: string) {
  const { gateway, report } = useServices();
  const [isPending, setPending] = useState(false);
  const [status, setStatus] = useState('');
  const send = async () => {
    setPending(true);
    setStatus('');
    try {
      await (await gateway()).sendConfirmation();
      setStatus(sent);
    } catch (error) {
      report('The confirmation email was not sent.', error);
      setStatus(FAILED);
    }
    setPending(false);
  };
  return { isPending, status, send: () => void send() };
}
