import { iconButton } from '#extension/ui/button.ts';

export interface StarToggle {
  readonly element: HTMLButtonElement;
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
}

/** `onToggle` gets the new state. */
export function starToggle(onToggle: (isOn: boolean) => void): StarToggle {
  const element = iconButton(
    'star',
    'Favorite',
    () => {
      set(!isOn());
      onToggle(isOn());
    },
    { class: 'button quiet icon-button star', 'aria-pressed': 'false', title: 'Add to favorites' },
  );
  const isOn = (): boolean => element.getAttribute('aria-pressed') === 'true';
  const set = (on: boolean): void => {
    element.setAttribute('aria-pressed', String(on));
    element.title = on ? 'Remove from favorites' : 'Add to favorites';
  };
  return { element, isOn, set };
}
