import { subjectText } from '#extension/copy/gesture.ts';
import type { WaitingGesture } from '#extension/queue/queue.ts';
import { button, type ButtonKind, textButton } from '#extension/ui/button.ts';
import { h, setIfChanged } from '#extension/ui/h.ts';

import type { PopupServices } from './popup-services.ts';
import type { Notice } from './popup-view.ts';

export interface NoticesView {
  readonly element: HTMLElement;
  readonly update: (notices: readonly Notice[]) => void;
}

interface Deps extends Pick<PopupServices, 'gestures' | 'retry' | 'discard' | 'send' | 'connect'> {
  /** Runs a task, and says if it fails. */
  readonly attempt: (task: () => Promise<void>) => void;
  /** Called when the button with the focus has gone, and the list is empty. */
  readonly onEmpty: () => void;
}

/** The lines above the form, and the list of refused changes. */
export function noticesView(services: Deps): NoticesView {
  const lines = h('div', { role: 'status' });
  const refused = h('ul', { class: 'refused', 'aria-label': "Changes that couldn't be saved", hidden: true });
  const element = h('div', { class: 'notices' }, lines, refused);
  const setOpen = (isOpen: boolean): void => {
    refused.hidden = !isOpen;
    lines.querySelector('[aria-expanded]')?.setAttribute('aria-expanded', String(isOpen));
  };
  const showRefused = async (): Promise<void> => {
    const gestures = (await services.gestures()).filter(isRefused);
    const hadFocus = refused.contains(document.activeElement);
    setOpen(gestures.length > 0);
    setIfChanged(refused, gestures, (gesture) => refusedRow(gesture, services));
    if (!hadFocus || refused.contains(document.activeElement)) return;
    const next = refused.querySelector('button');
    if (next === null) services.onEmpty();
    else next.focus();
  };
  const actions = {
    connect: services.connect,
    send: services.send,
    show: () => {
      if (refused.hidden) services.attempt(showRefused);
      else setOpen(false);
    },
  };
  return {
    element,
    update: (notices) => {
      if (!refused.hidden) services.attempt(showRefused);
      setIfChanged(lines, notices, ({ text, action }) => {
        const isList = action?.does === 'show';
        const attributes = isList ? { 'aria-expanded': String(!refused.hidden) } : {};
        const run = action === null ? null : textButton(action.label, actions[action.does], attributes);
        return h('p', { class: 'notice' }, text, ' ', run);
      });
    },
  };
}

function isRefused({ state }: WaitingGesture): boolean {
  return state === 'refused';
}

function refusedRow(gesture: WaitingGesture, services: Deps): HTMLElement {
  const { action_id, label, messages, isOwn } = gesture;
  const subject = subjectText(gesture);
  const choice = (kind: ButtonKind, text: string, task: () => Promise<void>): HTMLElement =>
    button(
      kind,
      text,
      () => {
        services.attempt(task);
      },
      { 'aria-label': `${text}: ${label}` },
    );
  return h(
    'li',
    { class: 'refused-row' },
    h('p', { class: 'refused-label', dir: 'auto' }, label),
    subject === '' ? null : h('p', { class: 'muted one-line', dir: 'auto', title: subject }, subject),
    ...messages.map((message) => h('p', { class: 'muted', dir: 'auto' }, message)),
    h(
      'div',
      { class: 'row' },
      isOwn ? choice('outlined', 'Try again', async () => services.retry(action_id)) : null,
      choice('quiet', 'Discard', async () => services.discard(action_id)),
    ),
  );
}
