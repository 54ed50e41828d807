import { type Child, h } from '#extension/ui/h.ts';

export function section(id: string, title: string, ...children: readonly Child[]): HTMLElement {
  const heading = `${id}-heading`;
  return h('section', { id, 'aria-labelledby': heading }, h('h2', { id: heading }, title), ...children);
}

/** A checkbox with a text that explains it. */
export function choice(
  id: string,
  label: string,
  text: readonly Child[],
  onChange: (isChecked: boolean) => void,
): { readonly element: HTMLElement; readonly box: HTMLInputElement } {
  const box = h('input', {
    id,
    type: 'checkbox',
    'aria-describedby': `${id}-text`,
    onchange: () => {
      onChange(box.checked);
    },
  });
  const element = h(
    'div',
    { class: 'choice' },
    box,
    h('label', { for: id }, label),
    h('p', { id: `${id}-text`, class: 'muted' }, ...text),
  );
  return { element, box };
}
