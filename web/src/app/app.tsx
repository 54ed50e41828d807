import { BrowserRouter } from 'react-router-dom';

import { UploadsUrl } from '#web/data/client/uploads.ts';
import { ServicesContext, type Services } from '#web/data/services.ts';
import { SiteOrigin } from '#web/ui/page-meta.tsx';

import { ClientStateProvider } from './client-state-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { AppRoutes } from './routes.tsx';

interface AppProps {
  readonly services: Services;
  readonly origin: string;
  readonly uploadsUrl: string;
}

export function App({ services, origin, uploadsUrl }: AppProps) {
  return (
    <ErrorBoundary>
      <ServicesContext value={services}>
        <SiteOrigin value={origin}>
          <BrowserRouter>
            <ClientStateProvider>
              <UploadsUrl value={uploadsUrl}>
                <AppRoutes />
              </UploadsUrl>
            </ClientStateProvider>
          </BrowserRouter>
        </SiteOrigin>
      </ServicesContext>
    </ErrorBoundary>
  );
}
