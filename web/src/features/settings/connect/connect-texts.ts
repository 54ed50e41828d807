import type { ConnectChecked } from '@foldmark/contract/connect';
import { isExtensionHost } from '@foldmark/contract/own-clients';
import { allows, type Scope } from '@foldmark/contract/scopes';

import { isLoopback, SCOPE_CHOICES } from '../app-texts.ts';

/** An app that asks. */
export type Asked = Extract<ConnectChecked, { readonly state: 'ask' }>;

/** No scope allows an app to do this. */
export const NEVER =
  'It can never delete anything forever, change your account, upload images or connect other apps. You can undo what it does for 30 days, and revoke it in Settings.';

/** The largest text of the page: the host, or the name of our own app, which is certain. A name is not, because an app can give itself any name. */
export function headline({ host }: Pick<Asked, 'host'>): string {
  if (host === '') return 'A device that shows your code';
  return isLoopback(host) ? 'A program on this computer' : host;
}

/** Completes 'You go back to'. */
export function destination({ sent_to, is_on_device }: Pick<Asked, 'sent_to' | 'is_on_device'>): string {
  if (sent_to === '') return 'your device';
  if (isLoopback(sent_to)) return 'a program on this computer';
  if (isExtensionHost(sent_to)) return 'the extension in this browser';
  return is_on_device ? `the app ${sent_to}` : sent_to;
}

export function endText(days: number): string {
  return `after ${days} days without use`;
}

/** What a person can allow: reading, and what the app asked for. From the least to the most. */
export function choicesFor(asked: readonly Scope[]) {
  return SCOPE_CHOICES.filter(({ scope }) => scope === 'read' || asked.includes(scope));
}

/** The scopes that a choice leaves of those that an app asked for. Reading may be left although the app only asked to write. */
export function allowedScopes(asked: readonly Scope[], chosen: Scope): Scope[] {
  return [...new Set([...asked.filter((scope) => allows([chosen], scope)), chosen])];
}

/** A code as devices show it, from what a person typed: in any case, with or without the dash. Null if it can't be one. */
export function userCodeIn(text: string): string | null {
  const letters = text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
  return /^[A-Z]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

/** Whether the browser may go to this address. The server sends no other. */
export function isOpenable(url: string): boolean {
  return URL.canParse(url) && !/^(?:javascript|data|blob|file|vbscript):$/.test(new URL(url).protocol);
}
