import { useMemo, type ReactNode } from 'react';

import { ClientStateContext, createClientState } from '#web/state/client-state.ts';
import { useSession } from '#web/hooks/services.ts';

/** Resets popup, search and toasts when another user signs in. */
export function ClientStateProvider({ children }: { readonly children: ReactNode }) {
  const uid = useSession().firebaseUser?.uid;
  const state = useMemo(() => ({ uid, ...createClientState() }), [uid]);
  return <ClientStateContext value={state}>{children}</ClientStateContext>;
}
