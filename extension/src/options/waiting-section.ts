import { subjectText } from '#extension/copy/gesture.ts';
import { listenForChanges, tellWorker } from '#extension/platform/messages.ts';
import { discard, retry, type WaitingGesture, waitingGestures } from '#extension/queue/queue.ts';
import { button } from '#extension/ui/button.ts';
import { h, setChildren } from '#extension/ui/h.ts';

import { section } from './section.ts';

/** The changes that Foldmark does not have yet, oldest first. */
export function waitingSection(): HTMLElement {
  const summary = h('p', { class: 'muted', role: 'status', tabindex: -1 });
  const list = h('ul', { class: 'waiting', 'aria-labelledby': 'waiting-heading' });
  const sendAll = button('outlined', 'Send now', () => {
    tellWorker({ kind: 'send-now' });
  });
  const actions = h('div', { class: 'actions' }, sendAll);
  let shown = '';

  const show = async (): Promise<void> => {
    const gestures = (await waitingGestures()).filter(({ state }) => state !== 'answered');
    summary.textContent = summaryOf(gestures);
    actions.hidden = gestures.every(({ state }) => state !== 'waiting');
    list.hidden = gestures.length === 0;
    const key = JSON.stringify(
      gestures.map(({ action_id, state, messages }) => [action_id, state, messages]),
    );
    // The same rows stay, so that their buttons keep the focus.
    if (key === shown) return;
    shown = key;
    const hadFocus = list.contains(document.activeElement);
    setChildren(list, ...gestures.map((gesture) => rowOf(gesture, act)));
    if (hadFocus && !list.contains(document.activeElement)) summary.focus();
  };
  const act = async (task: () => Promise<void>): Promise<void> => {
    await task().catch(() => {
      summary.textContent = "Your browser's storage failed, so nothing has changed. Please try again.";
    });
    await show();
  };
  listenForChanges(() => void show());
  void show().catch(() => {
    summary.textContent = "Your browser's storage can't be read, so the changes that wait can't be listed.";
  });
  return section('waiting', 'Changes that wait', summary, list, actions);
}

function summaryOf(gestures: readonly WaitingGesture[]): string {
  if (gestures.length === 0) return 'Foldmark has everything that you did in this browser.';
  const own = gestures.filter(({ isOwn }) => isOwn);
  const refused = own.filter(({ state }) => state === 'refused').length;
  const waiting = own.length - refused;
  return [
    waiting === 0 ? '' : 'Waiting changes are sent in this order when Foldmark can be reached.',
    refused === 0 ? '' : 'Foldmark refused some changes. Try them again, or discard them.',
    own.length === gestures.length ? '' : 'Some changes are of another account.',
  ]
    .join(' ')
    .trim();
}

function rowOf(gesture: WaitingGesture, act: (task: () => Promise<void>) => Promise<void>): HTMLElement {
  const { action_id, label, state, messages, madeAt, isOwn } = gesture;
  const subject = subjectText(gesture);
  const isRefused = state === 'refused';
  const named = (text: string) => ({ 'aria-label': `${text}: ${label}` });
  const choices = [
    isOwn
      ? button('outlined', 'Try again', () => void act(async () => retry(action_id)), named('Try again'))
      : null,
    button('quiet', 'Discard', () => void act(async () => discard(action_id)), named('Discard')),
  ];
  return h(
    'li',
    {},
    h('p', { class: 'waiting-label', dir: 'auto' }, label),
    subject === '' ? null : h('p', { class: 'one-line', dir: 'auto', title: subject }, subject),
    h('p', { class: 'muted' }, new Date(madeAt).toLocaleString()),
    ...messages.map((message) => h('p', { class: 'problem', dir: 'auto' }, message)),
    isRefused ? h('div', { class: 'actions' }, ...choices) : null,
  );
}
