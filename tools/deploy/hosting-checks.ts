import { join, relative } from 'node:path';

import { routeBytes } from '#tools/checks/route-bytes.ts';
import { PROJECT_ROOT } from '#tools/suite/places.ts';
import type { Check } from './check.ts';
import { ENVIRONMENT_NAMES } from './environments.ts';
import type { FirebaseJson } from './firebase-json.ts';
import { functionsFiles, headersFor, hostingFiles } from './firebase-tools.ts';
import { headerFaults, RESERVED_PATH, reservedFaults, type Kind } from './hosting-headers.ts';
import { withLocalHosting } from './local-hosting.ts';
import { projectEnvironments } from './project-files.ts';
import { findLeaks } from './published-files.ts';
import { localSecrets } from './secrets.ts';

/** Checks the built web app as Hosting publishes it. */
export function hostingChecks(config: FirebaseJson): readonly Check[] {
  return [
    { name: 'headers of Hosting', run: async () => checkHeaders(config) },
    { name: 'nothing private is published', run: async () => checkPublished(config) },
    { name: 'script of each route', run: checkRouteBytes },
  ];
}

async function checkHeaders({ hosting }: FirebaseJson): Promise<string> {
  const files = hostingFiles(join(PROJECT_ROOT, hosting.public), hosting.ignore);
  const hashed = files.find((file) => file.startsWith('assets/') && file.endsWith('.js'));
  if (hashed === undefined) throw new Error('The built app has no script.');
  const paths: readonly (readonly [string, Kind])[] = [
    ['/', 'page'],
    ['/folders/1', 'page'],
    [`/${hashed}`, 'hashed'],
  ];
  return withLocalHosting(hosting, async (url) => {
    const faults = [];
    for (const [path, kind] of paths) {
      const { status, headers } = await fetch(`${url}${path}`);
      if (status !== 200) faults.push(`${path}: answers ${status}`);
      faults.push(...headerFaults(kind, headers).map((fault) => `${path}: ${fault}`));
    }
    // After a deployment, an old page requests scripts that no longer exist. The browser must not cache the app's page as a
    // script.
    const { status } = await fetch(`${url}/assets/gone-0000.js`);
    if (status !== 404) faults.push(`/assets/gone-0000.js: answers ${status} and not 404`);
    // Hosting serves its own pages here. Our page frames one of them to sign in (docs/decisions/025).
    const reserved = await fetch(`${url}${RESERVED_PATH}`);
    if (reserved.status !== 404) faults.push(`${RESERVED_PATH}: answers ${reserved.status} and not 404`);
    // The emulator lacks these pages and sends its 404 with the headers of /404.html, so match the rules directly.
    const ours = headersFor(RESERVED_PATH, hosting.headers);
    faults.push(...reservedFaults(ours).map((fault) => `${RESERVED_PATH}: ${fault}`));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return `${paths.length} addresses, served by the emulator`;
  });
}

async function checkPublished({ hosting, functions }: FirebaseJson): Promise<string> {
  const app = join(PROJECT_ROOT, hosting.public);
  const source = join(PROJECT_ROOT, functions[0].source);
  const published = hostingFiles(app, hosting.ignore);
  const uploaded = await functionsFiles(source, functions[0].ignore);
  const environments = await projectEnvironments();
  const faults = await findLeaks(
    { path: app, files: published },
    { path: source, files: uploaded.map((file) => relative(source, file)) },
    {
      secrets: await localSecrets(process.env, join(source, '.secret.local')),
      apiKeys: ENVIRONMENT_NAMES.map((name) => environments[name].apiKey),
    },
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return `${published.length} files published, ${uploaded.length} uploaded`;
}

async function checkRouteBytes(): Promise<string> {
  const routes = await routeBytes();
  const over = routes.filter(
    ({ scriptBytes, budgetBytes }) => budgetBytes !== null && scriptBytes > budgetBytes,
  );
  if (over.length > 0) throw new Error(`over budget: ${over.map(({ name }) => name).join(', ')}`);
  return `${routes.length} routes, none over budget`;
}
