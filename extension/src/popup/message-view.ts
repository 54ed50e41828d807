import { savedText } from '@foldmark/library/duplicates/saved-text';
import { shownName } from '@foldmark/library/entities/link-text';

import type { SavedPage } from '#extension/pages/page-state.ts';
import { button } from '#extension/ui/button.ts';
import { h } from '#extension/ui/h.ts';

/** A view with a text, and a button if there is something to do. */
export interface MessageView {
  readonly element: HTMLElement;
  readonly focus: () => void;
}

interface MessageAction {
  readonly label: string;
  readonly run: () => void;
}

export function messageView(text: string, action: MessageAction | null): MessageView {
  const primary = action === null ? null : button('primary', action.label, action.run);
  return {
    element: h(
      'div',
      { class: 'message' },
      h('p', {}, text),
      primary === null ? null : h('div', { class: 'row' }, primary),
    ),
    focus: () => {
      primary?.focus();
    },
  };
}

interface TrashedActions {
  readonly onRestore: () => void;
  readonly onOpen: () => void;
}

/** A page whose link is in the trash. */
export function trashedView({ record }: SavedPage, { onRestore, onOpen }: TrashedActions): MessageView {
  const restore = button('primary', 'Restore', onRestore);
  return {
    element: h(
      'div',
      { class: 'message' },
      h(
        'div',
        {},
        h('p', { class: 'one-line', dir: 'auto', title: record.url }, shownName(record.name, record.url)),
        h('p', { class: 'muted' }, savedText(record, [])),
      ),
      h('div', { class: 'row' }, restore, button('outlined', 'Open in Foldmark', onOpen)),
    ),
    focus: () => {
      restore.focus();
    },
  };
}
