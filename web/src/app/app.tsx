import { BrowserRouter } from 'react-router-dom';

import { ServicesContext, type Services } from '#web/hooks/services.ts';
import { SiteOrigin } from '#web/ui/pages/site-origin.ts';

import { ClientStateProvider } from './client-state-provider.tsx';
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
          <BrowserRouter>
            <ClientStateProvider>
              <AppRoutes />
            </ClientStateProvider>
          </BrowserRouter>
        </SiteOrigin>
      </ServicesContext>
    </ErrorBoundary>
  );
}
