import { MESSAGES } from '@foldmark/contract/messages';

export interface LinkProblem {
  readonly field: 'url' | 'name';
  readonly message: string;
}

/** What is missing; a name only where there is a field for it. */
export function linkProblems({
  url,
  name,
}: {
  readonly url: string;
  readonly name?: string;
}): readonly LinkProblem[] {
  const problems: LinkProblem[] = [];
  if (url.trim() === '') problems.push({ field: 'url', message: MESSAGES.urlMissing });
  if (name?.trim() === '') problems.push({ field: 'name', message: MESSAGES.nameMissing });
  return problems;
}

/** Takes whoever has to mend it to the first field that is wrong. */
export function focusFirst(problems: readonly LinkProblem[], form: HTMLFormElement): void {
  const [first] = problems;
  const input = first === undefined ? null : form.elements.namedItem(first.field);
  if (input instanceof HTMLInputElement) input.focus();
}
