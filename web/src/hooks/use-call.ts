import { useState } from 'react';

import type { ApiClient } from '#web/api/api-client.ts';
import { ApiError } from '#web/api/api-error.ts';

import { useServices } from './services.ts';

/** Makes an API call for a button, one at a time. `errors` are those of the last call. `failure` is the message in the log. */
export function useCall(failure: string) {
  const { api, report } = useServices();
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const run = async (make: (call: ApiClient['call']) => Promise<unknown>): Promise<void> => {
    setPending(true);
    setErrors([]);
    try {
      await make((await api()).call);
    } catch (error) {
      if (!(error instanceof ApiError)) report(failure, error);
      setErrors(error instanceof ApiError ? error.messages : ["This couldn't be done. Please try again."]);
    }
    setPending(false);
  };
  return { isPending, errors, run };
}
