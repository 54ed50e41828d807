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
