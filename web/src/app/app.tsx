import { ClientStateContext, createClientState } from '#web/state/client-state.ts';
import { useMemo, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';

import { ServicesContext, type Services, useSession } from '#web/hooks/services.ts';
import { SiteOrigin } from '#web/ui/pages/site-origin.ts';

import { ErrorBoundary } from './messages/error-boundary.tsx';
import { AppRoutes } from './routes/routes.tsx';

interface AppProps {
  readonly services: Services;
  readonly origin: string;
}

export function App({ services, origin }: AppProps) {
  return (
    <ErrorBoundary>
      <ServicesContext value={services}>
        <SiteOrigin value={origin}>
          <BrowserRouter basename={services.demo?.path ?? '/'}>
            <ClientStateProvider>
              <AppRoutes />
            </ClientStateProvider>
          </BrowserRouter>
        </SiteOrigin>
      </ServicesContext>
    </ErrorBoundary>
  );
}

/** Resets popup, search and toasts when another user signs in. */
function ClientStateProvider({ children }: { readonly children: ReactNode }) {
  const uid = useSession().firebaseUser?.uid;
  const state = useMemo(() => ({ uid, ...createClientState() }), [uid]);
  return <ClientStateContext value={state}>{children}</ClientStateContext>;
}
