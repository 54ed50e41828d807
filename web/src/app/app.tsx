import { ServicesContext, type Services } from '#web/hooks/services.ts';
import { SiteOrigin } from '#web/ui/site-origin.ts';

import { AppRouter } from './app-router.tsx';
import { ClientStateProvider } from './client-state-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { AppRoutes } from './routes.tsx';

interface AppProps {
  readonly services: Services;
  readonly origin: string;
}

export function App({ services, origin }: AppProps) {
  return (
    <ErrorBoundary>
      <ServicesContext value={services}>
        <SiteOrigin value={origin}>
          <AppRouter>
            <ClientStateProvider>
              <AppRoutes />
            </ClientStateProvider>
          </AppRouter>
        </SiteOrigin>
      </ServicesContext>
    </ErrorBoundary>
  );
}
