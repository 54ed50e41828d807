import { MESSAGES } from '@foldmark/contract/messages';

import type { Problem } from '#web/ui/use-form.ts';

interface LinkTexts {
  readonly url: string;
  readonly name?: string;
}

/** The missing fields. The name is required only if the form has that field. */
export function linkProblems({ url, name }: LinkTexts): readonly Problem<keyof LinkTexts>[] {
  const problems: Problem<keyof LinkTexts>[] = [];
  if (url.trim() === '') problems.push({ field: 'url', message: MESSAGES.urlMissing });
  if (name?.trim() === '') problems.push({ field: 'name', message: MESSAGES.nameMissing });
  return problems;
}
