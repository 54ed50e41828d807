import { type Attributes, h } from './h.ts';

export interface Field<E extends HTMLInputElement | HTMLTextAreaElement> {
  readonly element: HTMLElement;
  readonly input: E;
  /** Marks the field, with the problem below it. Empty removes the mark. */
  readonly setProblem: (text: string) => void;
}

export function textField(
  label: string,
  attributes: Attributes & { readonly id: string },
): Field<HTMLInputElement> {
  const input = h('input', { type: 'text', class: 'input', autocomplete: 'off', ...attributes });
  return fieldOf(label, input, attributes.id);
}

export function textArea(
  label: string,
  attributes: Attributes & { readonly id: string },
): Field<HTMLTextAreaElement> {
  return fieldOf(label, h('textarea', { class: 'input area', rows: 2, ...attributes }), attributes.id);
}

function fieldOf<E extends HTMLInputElement | HTMLTextAreaElement>(
  label: string,
  input: E,
  id: string,
): Field<E> {
  const problem = h('p', { id: `${id}-problem`, class: 'problem', role: 'alert' });
  return {
    element: h('div', { class: 'field' }, h('label', { for: id, class: 'label' }, label), input, problem),
    input,
    setProblem: (text) => {
      problem.textContent = text;
      if (text === '') {
        input.removeAttribute('aria-invalid');
        input.removeAttribute('aria-describedby');
      } else {
        input.setAttribute('aria-invalid', 'true');
        input.setAttribute('aria-describedby', problem.id);
      }
    },
  };
}
