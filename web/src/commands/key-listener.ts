import type { ClientState } from '#web/state/client-state.ts';
import { isComposing } from '#web/ui/focus/is-composing.ts';
import { isField, isPopupOpen, isTyping } from '#web/ui/focus/is-typing.ts';

import type { CommandContext, Focused } from './command.ts';
import { targetsAround } from './focus-targets.ts';
import { KEYED_COMMANDS } from './keyed-commands.ts';
import { keyNames } from './key-names.ts';

/** Listens to keys outside of menus, dialogs, grids and text fields. Returns a function that removes the listener. */
export function listenToKeys(context: CommandContext): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const isHeldFromElsewhere = heldKeys();
  const namesOf = keySequences(context.state);
  document.addEventListener(
    'keydown',
    (event) => {
      if (isHeldFromElsewhere(event)) event.preventDefault();
      keepForQuickOpen(event, context.state);
    },
    { signal, capture: true },
  );
  document.addEventListener(
    'keydown',
    (event) => {
      // Also of a handled key, which ends a sequence.
      const pressed = namesOf(event);
      const at = event.target instanceof Element ? event.target : document.documentElement;
      if (event.defaultPrevented || isForControl(event.key, at)) return;
      if (pressed.some((names) => runCommand(names, at, context))) event.preventDefault();
    },
    { signal },
  );
  openMenusByKey(signal);
  return () => {
    listening.abort();
  };
}

/** The arrow keys of a radio button choose another one, and Space presses buttons and checkboxes, after this listener. */
function isForControl(key: string, at: Element): boolean {
  if (key === ' ')
    return at.closest('button, summary, [role=button], [type=checkbox], [type=radio]') !== null;
  return key.startsWith('Arrow') && at.matches('[type=radio]');
}

const SEQUENCE_MS = 1500;
/** The first keys of sequences such as `g a`. */
const FIRST_KEYS = new Set(
  KEYED_COMMANDS.flatMap(({ keys = [] }) => keys).flatMap((key) =>
    key.includes(' ') ? key.split(' ')[0] : [],
  ),
);

/** Returns a function that names a pressed key: first as the end of a sequence, then by itself. */
function keySequences({ popup }: ClientState): (event: KeyboardEvent) => readonly (readonly string[])[] {
  let first = '';
  let firstAt = 0;
  return (event) => {
    const names = keyNames(event);
    const sequences =
      first !== '' && event.timeStamp - firstAt <= SEQUENCE_MS ? names.map((name) => `${first} ${name}`) : [];
    const isTyped = popup.get() !== null || isTyping(event.target);
    first = isTyped ? '' : (names.find((name) => FIRST_KEYS.has(name)) ?? '');
    firstAt = event.timeStamp;
    return [sequences, names];
  };
}

/** Runs the available command of a key, if there is one: the innermost component with the focus comes first, then the app. */
function runCommand(names: readonly string[], at: Element, context: CommandContext): boolean {
  const pressed = KEYED_COMMANDS.filter(({ keys = [] }) => keys.some((key) => names.includes(key)));
  if (pressed.length === 0) return false;
  for (const { targets, only, onRun } of focusedAt(at, context))
    for (const command of pressed) {
      if (only?.includes(command.id) === false) continue;
      const bound = command.bind(targets, context);
      if (bound === null) continue;
      onRun?.();
      bound.run();
      return true;
    }
  return false;
}

const APP = { app: { sort: null } };
const WHILE_TYPING = KEYED_COMMANDS.filter(({ whileTyping = false }) => whileTyping).map(({ id }) => id);

/** What the keys act on. An open popup gets all keys, even if it is not rendered yet. */
function focusedAt(at: Element, { state, focusTargets }: CommandContext): readonly Focused[] {
  const isPopup = state.popup.get() !== null;
  const isBusy = isPopup || isTyping(at);
  const app = isBusy ? { targets: APP, only: WHILE_TYPING } : { targets: APP };
  // A closing popup has already returned the focus to the list, whose keys work at once.
  if (isPopup || isField(at) || state.dragged.get() !== null) return [app];
  return [...targetsAround(at, focusTargets, !isBusy), app];
}

/** Ignores the repeats of a held key, such as n, after it has moved the focus to a field. */
function heldKeys(): (event: KeyboardEvent) => boolean {
  let pressedIn: EventTarget | null = null;
  return ({ repeat, target, key }) => {
    if (!repeat) pressedIn = target;
    return repeat && target !== pressedIn && key.length === 1 && isField(target);
  };
}

/** The user may type before quick open has loaded. Quick open gets these keys, and the focused row or field does not. */
function keepForQuickOpen(event: KeyboardEvent, { popup }: ClientState): void {
  const opened = popup.get();
  if (opened?.kind !== 'quick-open' || isPopupOpen()) return;
  const { key, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey || isComposing(event)) return;
  const { text = '' } = opened;
  if (key === 'Escape') popup.set(null);
  else if (key === 'Enter') popup.set({ ...opened, isEntered: true });
  else if (key === 'Backspace') popup.set({ kind: 'quick-open', text: text.slice(0, -1) });
  else if (key.length === 1) popup.set({ kind: 'quick-open', text: text + key });
  else if (key !== 'Delete') return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Shift+F10 asks for the context menu of the focused element. Most browsers send `contextmenu` while the keys are down. For Safari
 * and browsers on a Mac, which send nothing, this sends it when the key comes up.
 */
function openMenusByKey(signal: AbortSignal): void {
  let asked: EventTarget | null = null;
  document.addEventListener(
    'keydown',
    ({ key, shiftKey, altKey, ctrlKey, metaKey, target }) => {
      asked = key === 'F10' && shiftKey && !altKey && !ctrlKey && !metaKey ? target : null;
    },
    { signal },
  );
  document.addEventListener(
    'contextmenu',
    () => {
      asked = null;
    },
    // Capture, because the handler of a menu may stop the event.
    { signal, capture: true },
  );
  document.addEventListener(
    'keyup',
    ({ key, target }) => {
      if (key !== 'F10' || asked === null || target !== asked) return;
      target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    },
    { signal },
  );
}
