import '@fontsource-variable/inter/wght.css';
import '#web/ui/style/tokens.css';
import '#web/ui/style/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from '#web/app/app.tsx';
import { type Environment, environmentOf } from '#web/app/start/environment.ts';
import { nameHistoryEntry } from '#web/app/routes/name-history-entry.ts';
import { startServices } from '#web/app/start/start-services.ts';
import type { Services } from '#web/hooks/services.ts';
import { basePath } from '#web/ui/browser/base-path.ts';

/** How long the first frame waits for the stored library. */
const LIBRARY_TIMEOUT_MS = 300;
/** Waits longer if public/first-screen.js shows a snapshot: the snapshot is better than a frame without the library. */
const SNAPSHOT_TIMEOUT_MS = 3000;

async function start(): Promise<void> {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no #root element.');
  nameHistoryEntry();
  const environment = environmentOf(location.hostname);
  const services = (await demoServices(environment)) ?? (await startServices(environment));
  await Promise.race([
    services.earlyLibrary.ready,
    new Promise((resolve) => {
      setTimeout(resolve, root.hasChildNodes() ? SNAPSHOT_TIMEOUT_MS : LIBRARY_TIMEOUT_MS);
    }),
  ]);
  createRoot(root, { onRecoverableError: reportCause }).render(
    <StrictMode>
      <App services={services} origin={environment.origin} />
    </StrictMode>,
  );
}

/** Null outside the demo. If a user is signed in, or the demo could not be loaded, the start page shows instead. */
async function demoServices(environment: Environment): Promise<Services | null> {
  if (basePath() === '') return null;
  try {
    const { startDemo } = await import('#web/app/demo/start-demo.ts');
    const services = await startDemo(environment);
    if (services !== null) return services;
  } catch (error) {
    reportError(error);
  }
  history.replaceState(history.state, '', '/');
  return null;
}

/** React retries a render after some errors. Then it reports the original error only as the cause of a generic one. */
function reportCause(error: unknown): void {
  reportError(error instanceof Error ? (error.cause ?? error) : error);
}

// No top-level await: lazily loaded chunks import from this file, and would wait until its evaluation ends.
start().catch(reportError);
