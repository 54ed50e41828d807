import { button, textButton } from '#extension/ui/button.ts';
import { h } from '#extension/ui/h.ts';
import { logo } from '#extension/ui/icon.ts';

const openOptions = (): void => void chrome.runtime.openOptionsPage();

/** Before the browser is connected. */
export function connectState(): HTMLElement {
  return h(
    'div',
    { class: 'empty' },
    logo(),
    h('h2', {}, 'Connect to Foldmark'),
    h('p', {}, 'Your links then open from here, also offline.'),
    button('primary', 'Connect', openOptions),
  );
}

/** The server has ended the connection. The copy stays readable. */
export function endedNotice(): HTMLElement {
  return h(
    'div',
    { class: 'notice', role: 'status' },
    h('span', {}, 'The connection to Foldmark has ended.'),
    textButton('Connect again', openOptions),
  );
}

/** For example because the browser blocks its storage. */
export function failedState(message: string, retry: () => void): HTMLElement {
  return h(
    'div',
    { class: 'empty', role: 'alert' },
    h('h2', {}, "Couldn't open your links"),
    h('p', {}, message),
    button('outlined', 'Try again', retry),
  );
}

/** Before the whole library has come for the first time. */
export function firstPullState(): HTMLElement {
  return h('div', { class: 'empty', role: 'status' }, logo(), h('p', {}, 'Your links are on their way…'));
}

export function emptyState(): HTMLElement {
  return h(
    'div',
    { class: 'empty' },
    logo(),
    h('h2', {}, 'No links yet'),
    h('p', {}, 'Save a page with the button of Foldmark in the toolbar.'),
  );
}

export function noMatchState(text: string, clear: () => void): HTMLElement {
  return h(
    'div',
    { class: 'empty' },
    h('h2', {}, 'No match'),
    h('p', { dir: 'auto' }, `No links match "${text}".`),
    button('outlined', 'Clear the search', clear),
  );
}
