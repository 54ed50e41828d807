import { MESSAGES } from '@foldmark/contract/messages';

import type { Problem } from '#web/ui/fields/use-form.ts';

export function nameProblems({ name }: { readonly name: string }): readonly Problem<'name'>[] {
  return name.trim() === '' ? [{ field: 'name', message: MESSAGES.nameMissing }] : [];
}
