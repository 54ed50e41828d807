import { useId, useState } from 'react';

import { useServices, useSession } from '#web/hooks/services.ts';
import type { Attempts } from '#web/ui/fields/use-form.ts';

interface SessionAttempts extends Attempts {
  readonly errors: readonly string[];
  /** The errors that fields show. */
  readonly inFields: readonly string[];
}

/** All login methods share the session's single attempt. */
export function useAttempts(): SessionAttempts {
  const { session } = useServices();
  const { attempting, errors } = useSession();
  const [inFields, showInFields] = useState<readonly string[]>([]);
  return {
    errorsId: useId(),
    isUnderWay: attempting,
    attempt: session.attempt,
    errors,
    inFields,
    showInFields,
  };
}
