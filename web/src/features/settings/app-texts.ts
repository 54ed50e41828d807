import type { Grant } from '@foldmark/contract/grants';
import { allows, type Scope } from '@foldmark/contract/scopes';

import { countText } from '@foldmark/library/text/count-text';

const DAY_MS = 24 * 60 * 60_000;
/** How long Settings calls an app new. */
const NEW_MS = 7 * DAY_MS;
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** What each scope allows, from the least to the most. */
export const SCOPE_CHOICES = [
  { scope: 'read', label: 'Read', text: 'See your links, folders and favorites.' },
  {
    scope: 'suggest',
    label: 'Read and suggest',
    text: 'Also suggest changes. Nothing changes before you accept.',
  },
  {
    scope: 'write',
    label: 'Read and change',
    text: "Also add, edit and move them, and move them to the trash. It can't delete anything forever.",
  },
] as const satisfies readonly { scope: Scope; label: string; text: string }[];

export const EXPIRY_CHOICES = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
] as const;

export function isNew({ created_at, state }: Grant, now: Date): boolean {
  return state === 'active' && now.getTime() - created_at.getTime() < NEW_MS;
}

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/** Whether a host is this computer, where any program can listen. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * What an app is listed as: the name that the person gave a token, the host of an app, which is certain, or else the name that the
 * app gave itself, in quotes because it may look like a host.
 */
export function titleOf({ kind, client_host, name }: Pick<Grant, 'kind' | 'client_host' | 'name'>): string {
  if (kind === 'token') return name;
  return client_host === '' || isLoopback(client_host) ? `“${name}”` : client_host;
}

/** Empty for an app whose name is its host. */
export function calledText(name: string, host: string): string {
  return name === '' || name === host ? '' : `calls itself “${name}”`;
}

/** What follows the title of an app in the list. Empty for a token, which has the name that the person gave it. */
export function aboutText(app: Grant): string {
  if (app.kind === 'token') return '';
  const title = titleOf(app);
  return title === app.client_host ? calledText(app.name, title) : 'on a computer or device';
}

/** What Settings says before the list is open, for example '2 apps. New this week: Shortcut'. */
export function appsNotice(apps: readonly Grant[], now: Date): string {
  const active = apps.filter(({ state }) => state === 'active');
  if (active.length === 0) return 'There are none.';
  const names = active.filter((app) => isNew(app, now)).map(titleOf);
  return `${countText(active.length, 'app')}.${names.length === 0 ? '' : ` New this week: ${names.join(', ')}`}`;
}

export function scopeText(scopes: readonly Scope[]): string {
  if (allows(scopes, 'write')) return 'Can read and change';
  return allows(scopes, 'suggest') ? 'Can read and suggest' : 'Can read';
}

/** The facts of an app for one line. */
export function factsOf(app: Grant, now: Date): readonly string[] {
  const { device, created_at, last_used_day } = app;
  return [
    scopeText(app.scopes),
    `Connected ${DATE.format(created_at)}${device === '' ? '' : ` in ${device}`}`,
    last_used_day === '' ? 'Never used' : `Last used ${usedText(last_used_day, now)}`,
    endOf(app),
  ];
}

function endOf({ kind, state, expires_at }: Grant): string {
  const date = DATE.format(expires_at);
  if (state === 'revoked') return 'Revoked';
  if (state === 'expired') return `Expired ${date}`;
  // Each use of an app that was connected moves its end.
  return kind === 'app' ? `Ends ${date} if unused` : `Expires ${date}`;
}

/** The API stores days in UTC. */
function usedText(day: string, now: Date): string {
  if (day === now.toISOString().slice(0, day.length)) return 'today';
  return DATE.format(new Date(`${day}T12:00:00Z`));
}
