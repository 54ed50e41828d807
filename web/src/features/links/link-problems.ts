import { NOTE_MAX_LENGTH } from '@foldmark/library/entities/limits';
import { MESSAGES } from '@foldmark/contract/messages';

import type { Problem } from '#web/ui/fields/use-form.ts';
import { numberText } from '@foldmark/library/text/number-text';

import { addressKind } from './address.ts';

const NOTE_TOO_LONG = `The note can have at most ${numberText(NOTE_MAX_LENGTH)} characters.`;

interface LinkTexts {
  readonly url: string;
  readonly name?: string;
  readonly note?: string;
}

/**
 * The form's errors: missing fields, a url that is only text, and a note that is too long. The name is required only if the form
 * has that field. `storedUrl` may be any text, because the API and earlier versions accept any.
 */
export function linkProblems(
  { url, name, note = '' }: LinkTexts,
  storedUrl?: string,
): readonly Problem<keyof LinkTexts>[] {
  const problems: Problem<keyof LinkTexts>[] = [];
  if (url !== storedUrl && addressKind(url) === 'text')
    problems.push({ field: 'url', message: MESSAGES.urlMissing });
  if (name?.trim() === '') problems.push({ field: 'name', message: MESSAGES.nameMissing });
  if (note.trim().length > NOTE_MAX_LENGTH) problems.push({ field: 'note', message: NOTE_TOO_LONG });
  return problems;
}
