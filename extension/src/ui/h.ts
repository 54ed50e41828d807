type Name =
  | 'accept'
  | 'autocomplete'
  | 'autofocus'
  | 'checked'
  | 'class'
  | 'dir'
  | 'disabled'
  | 'for'
  | 'hidden'
  | 'href'
  | 'id'
  | 'lang'
  | 'maxlength'
  | 'name'
  | 'placeholder'
  | 'rel'
  | 'role'
  | 'rows'
  | 'spellcheck'
  | 'tabindex'
  | 'target'
  | 'title'
  | 'type'
  | 'value'
  | `aria-${string}`
  | `data-${string}`;

type Listeners = {
  readonly [E in keyof HTMLElementEventMap as `on${E}`]?: (event: HTMLElementEventMap[E]) => void;
};

/** True sets an empty attribute, and false none. */
export type Attributes = Listeners & {
  readonly [N in Name]?: string | number | boolean | null | undefined;
};

export type Child = Node | string | null;

/**
 * Creates an element: `h('button', { class: 'button', onclick: save }, 'Save')`. Texts become text nodes, so a title or an
 * address of a page is never read as HTML.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (isListener(value)) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...present(children));
  return element;
}

/** Replaces the children of an element, unless they are the same. The focus stays if its element stays. */
export function setChildren(element: Element, ...children: readonly Child[]): void {
  const next = present(children);
  const focused = document.activeElement;
  element.replaceChildren(...next);
  if (focused instanceof HTMLElement && focused !== document.activeElement && element.contains(focused))
    focused.focus();
}

const SHOWN = new WeakMap<Element, string>();

/**
 * Shows an element for each value. Elements of the same values stay, so that they keep the focus, and a press that has begun on
 * one of them becomes a click.
 */
export function setIfChanged<T>(
  element: Element,
  values: readonly T[],
  elementOf: (value: T, index: number) => HTMLElement,
): void {
  const text = JSON.stringify(values);
  if (SHOWN.get(element) === text) return;
  SHOWN.set(element, text);
  element.replaceChildren(...values.map(elementOf));
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== null);
}

function isListener(value: unknown): value is (event: Event) => void {
  return typeof value === 'function';
}
