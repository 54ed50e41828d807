import { MESSAGES } from '@foldmark/contract/messages';

export function nameProblems(name: string): readonly string[] {
  return name.trim() === '' ? [MESSAGES.nameMissing] : [];
}

/** Takes whoever saves to the field that is wrong. */
export function focusName(form: HTMLFormElement): void {
  const field = form.elements.namedItem('name');
  if (field instanceof HTMLInputElement) field.focus();
}
