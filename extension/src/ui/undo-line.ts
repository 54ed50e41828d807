import { textButton } from './button.ts';
import { h, setChildren } from './h.ts';

export interface UndoLine {
  readonly element: HTMLElement;
  /** Shows what was done. `undo` reverts it, and rejects if it can't. */
  readonly show: (text: string, undo?: () => Promise<void>) => void;
  /** Says that something could not be done. */
  readonly fail: (text: string) => void;
  readonly clear: () => void;
}

interface UndoLineOptions {
  /** Called after an undo, with the focus on the line. */
  readonly onUndone?: () => void;
}

/** The line that says what was done: "Saved in Recipes. Undo". It is a live region, so it must be in the document early. */
export function undoLine({ onUndone }: UndoLineOptions = {}): UndoLine {
  const element = h('div', { class: 'undo-line', role: 'status', tabindex: -1 });
  let shown = 0;

  const write = (text: string, undo?: () => Promise<void>): void => {
    shown += 1;
    element.classList.remove('failed');
    const turn = shown;
    const run = async (): Promise<void> => {
      try {
        await undo?.();
        if (turn === shown) write('Undone.');
        onUndone?.();
      } catch {
        if (turn !== shown) return;
        write("Couldn't undo it. Please try again.", undo);
        element.classList.add('failed');
      }
    };
    const action = undo === undefined ? null : textButton('Undo', () => void start(run));
    setChildren(element, h('span', { class: 'undo-text', dir: 'auto' }, text), action);
  };

  const start = async (run: () => Promise<void>): Promise<void> => {
    // The pressed button disappears, and the focus would go to the page.
    element.focus();
    element.querySelector('button')?.setAttribute('disabled', '');
    await run();
  };

  return {
    element,
    show: write,
    fail: (text) => {
      write(text);
      element.classList.add('failed');
    },
    clear: () => {
      shown += 1;
      element.replaceChildren();
    },
  };
}
