import { countText } from '@foldmark/library/text/count-text';

import { waitingGestures } from '#extension/queue/queue.ts';
import { h } from '#extension/ui/h.ts';

/** Whether the person agrees. Says what would be lost. */
export async function askToDisconnect(): Promise<boolean> {
  const waiting = (await waitingGestures()).filter(({ state }) => state !== 'answered').length;
  const dialog = h(
    'dialog',
    { 'aria-labelledby': 'disconnect-title' },
    h('h2', { id: 'disconnect-title' }, 'Disconnect this browser?'),
    h('p', {}, 'The copy of your library in this browser is deleted. Your library in Foldmark stays.'),
    waiting === 0
      ? null
      : h(
          'p',
          { class: 'problem' },
          `${countText(waiting, 'change')} that Foldmark doesn't have yet will be lost.`,
        ),
    h(
      'form',
      { class: 'actions' },
      h('button', { class: 'button outlined', value: 'no', autofocus: true }, 'Cancel'),
      h('button', { class: 'button danger', value: 'yes' }, 'Disconnect'),
    ),
  );
  dialog.querySelector('form')?.setAttribute('method', 'dialog');
  document.body.append(dialog);
  const closed = new Promise<void>((resolve) => {
    dialog.addEventListener('close', () => {
      resolve();
    });
  });
  dialog.showModal();
  await closed;
  dialog.remove();
  return dialog.returnValue === 'yes';
}
