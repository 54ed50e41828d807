import {
  connect,
  connectByCode,
  ConnectError,
  connection,
  disconnect,
  type UserCode,
} from '#extension/connection/connection.ts';
import type { Connection } from '#extension/connection/stored-connection.ts';
import { listenForChanges } from '#extension/platform/messages.ts';
import { button } from '#extension/ui/button.ts';
import { textField } from '#extension/ui/field.ts';
import { h, setChildren } from '#extension/ui/h.ts';

import { askToDisconnect } from './ask-to-disconnect.ts';
import { section } from './section.ts';

const NOT_REVOKED =
  "This browser has forgotten the connection, but Foldmark couldn't be told. Revoke it there: Settings, Connected apps.";

/** Connects this browser, and disconnects it. */
export function connectionSection(): HTMLElement {
  const status = h('p', { role: 'status', tabindex: -1 });
  const address = textField('Address of your Foldmark', {
    id: 'address',
    value: FOLDMARK_ORIGIN,
    spellcheck: 'false',
  });
  const connectButton = h('button', { class: 'button primary' }, 'Connect');
  const codeButton = button('outlined', 'Connect with a code', () => void attempt(byCode));
  const form = h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        void attempt(connect);
      },
    },
    address.element,
    h('div', { class: 'actions' }, connectButton, codeButton),
  );
  const card = h('div', { class: 'code' });
  const disconnectButton = button('outlined', 'Disconnect', () => void end());
  const connected = h('div', { class: 'actions' }, disconnectButton);

  const show = async (text?: string): Promise<void> => {
    const current = await connection();
    const isConnected = current !== null && !current.isEnded;
    form.hidden = isConnected;
    connected.hidden = current === null;
    if (current !== null) address.input.value = current.origin;
    status.textContent = text ?? textOf(current);
  };

  /** One attempt at a time. The buttons say by their state that it runs. */
  const attempt = async (run: (origin: string) => Promise<void>): Promise<void> => {
    address.setProblem('');
    status.textContent = 'Connecting …';
    for (const one of [connectButton, codeButton, disconnectButton]) one.disabled = true;
    try {
      await run(address.input.value);
      await show();
      status.focus();
    } catch (thrown) {
      if (!(thrown instanceof ConnectError)) throw thrown;
      await show();
      address.setProblem(thrown.message);
      address.input.focus();
    } finally {
      for (const one of [connectButton, codeButton, disconnectButton]) one.disabled = false;
      setChildren(card);
    }
  };

  const byCode = async (origin: string): Promise<void> => {
    const cancelling = new AbortController();
    const cancelled = new Promise<void>((resolve) => {
      cancelling.signal.addEventListener('abort', () => {
        resolve();
      });
    });
    const cancel = button('outlined', 'Cancel', () => {
      cancelling.abort();
    });
    const showCode = (code: UserCode): void => {
      status.textContent = '';
      setChildren(card, ...codeTexts(code), h('div', { class: 'actions' }, cancel));
      cancel.focus();
    };
    // It notices only after some seconds that the person has cancelled.
    await Promise.race([connectByCode(origin, showCode, cancelling.signal), cancelled]);
  };

  const end = async (): Promise<void> => {
    if (!(await askToDisconnect())) return;
    const { isRevoked } = await disconnect();
    await show(isRevoked ? undefined : NOT_REVOKED);
    status.focus();
  };

  listenForChanges(() => void show());
  void show();
  return section('connection', 'Connection', status, form, card, connected);
}

function textOf(current: Connection | null): string {
  if (current === null) return 'This browser is not connected.';
  const { origin, name, isEnded } = current;
  if (isEnded)
    return 'Foldmark has ended the connection of this browser. Connect it again. What you did meanwhile is kept, and sent then.';
  return `Connected to ${origin}${name === '' ? '' : ` as ${name}`}.`;
}

function codeTexts({ code, pageWithCode, page }: UserCode): readonly HTMLElement[] {
  return [
    h(
      'p',
      {},
      'Open ',
      h('a', { href: pageWithCode, target: '_blank', rel: 'noreferrer' }, page),
      ' here or on another device, and compare this code:',
    ),
    h('p', { class: 'user-code' }, h('output', {}, code)),
    h('p', { class: 'muted' }, 'This page continues when you have approved.'),
  ];
}
