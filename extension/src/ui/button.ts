import { type Attributes, type Child, h } from './h.ts';
import { icon, type IconName } from './icon.ts';

export type ButtonKind = 'primary' | 'outlined' | 'quiet' | 'danger';

export function button(
  kind: ButtonKind,
  content: string | readonly Child[],
  onPress: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', class: `button ${kind}`, onclick: onPress, ...attributes },
    ...(typeof content === 'string' ? [content] : content),
  );
}

/** A button with only an icon. The label is its name and its tooltip. */
export function iconButton(
  name: IconName,
  label: string,
  onPress: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  return button('quiet', [icon(name)], onPress, {
    class: 'button quiet icon-button',
    'aria-label': label,
    title: label,
    ...attributes,
  });
}

/** A button in a sentence. */
export function textButton(
  text: string,
  onPress: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  return h('button', { type: 'button', class: 'text-button', onclick: onPress, ...attributes }, text);
}
