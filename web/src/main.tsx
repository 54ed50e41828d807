import '@fontsource-variable/inter/wght.css';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from '#web/app/app.tsx';
import { environmentOf } from '#web/app/environment.ts';
import { startServices } from '#web/app/start-services.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');

const environment = environmentOf(location.host);
const services = await startServices(environment);
createRoot(root).render(
  <StrictMode>
    <App services={services} origin={environment.origin} />
  </StrictMode>,
);
