import '@fontsource-variable/inter/wght.css';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from '#web/app/app.tsx';
import { environmentOf } from '#web/app/environment.ts';
import { startServices } from '#web/app/start-services.ts';

/** Whoever comes back gets the library in the first frame, and a frame without it only where that takes longer. */
const LIBRARY_TIMEOUT_MS = 300;
/** What public/first-screen.js shows is better than a frame without it. */
const PICTURE_TIMEOUT_MS = 3000;

async function start(): Promise<void> {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no #root.');
  const environment = environmentOf(location.hostname);
  const services = await startServices(environment);
  await Promise.race([
    services.prepared.ready,
    new Promise((resolve) => {
      setTimeout(resolve, root.hasChildNodes() ? PICTURE_TIMEOUT_MS : LIBRARY_TIMEOUT_MS);
    }),
  ]);
  createRoot(root).render(
    <StrictMode>
      <App services={services} origin={environment.origin} />
    </StrictMode>,
  );
}

// Not awaited: what is imported later imports from this file too, and would wait until it has ended.
start().catch(reportError);
