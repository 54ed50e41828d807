import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { APP_CHECK_SOURCES, withPolicySources } from '@foldmark/tools/suite/content-policy';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import type { BrowserContext } from '@playwright/test';

import { settingOf } from './accounts.ts';

const POLICY = 'Content-Security-Policy';

interface Rules {
  readonly hosting: { readonly headers: Parameters<typeof withPolicySources>[0] };
}

interface AppCheck {
  readonly siteKey: string;
  readonly appId: string;
}

/** The host of a preview of the dev site, which uses the dev environment. */
export async function previewOfDev(): Promise<string> {
  const text = await readFile(join(PROJECT_ROOT, 'deploy/environments.json'), 'utf8');
  const { dev }: { dev: { hosts: string[] } } = JSON.parse(text);
  const host = dev.hosts.find((name) => name.endsWith('.web.app')) ?? '';
  return host.replace('.web.app', '--pr-7-a1b2c3d4.web.app');
}

/**
 * Serves the app and the API of this run at a host, with the deployed Content-Security-Policy and, if given, the keys of App
 * Check.
 */
export async function serveDeployed(
  context: BrowserContext,
  host: string,
  appCheck: AppCheck | null = null,
): Promise<void> {
  const { hosting }: Rules = JSON.parse(await readFile(join(PROJECT_ROOT, 'firebase.json'), 'utf8'));
  const rules = appCheck === null ? hosting.headers : withPolicySources(hosting.headers, APP_CHECK_SOURCES);
  const policy = rules.flatMap(({ headers }) => headers).find(({ key }) => key === POLICY)?.value ?? '';
  await context.route(`https://${host}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${settingOf('FOLDMARK_APP_URL')}${pathname}${search}` });
    const headers = { ...response.headers(), [POLICY.toLowerCase()]: policy };
    if (appCheck === null || !pathname.endsWith('.js')) return route.fulfill({ response, headers });
    return route.fulfill({ response, headers, body: withKeys(await response.text(), appCheck) });
  });
}

/** A script as the build emits it with these values in deploy/environments.json. */
function withKeys(script: string, { siteKey, appId }: AppCheck): string {
  return script
    .replaceAll('siteKey:``', `siteKey:\`${siteKey}\``)
    .replaceAll('appId:``', `appId:\`${appId}\``);
}
