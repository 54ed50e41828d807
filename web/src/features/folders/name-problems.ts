import { MESSAGES } from '@foldmark/contract/messages';

export function nameProblems(name: string): readonly string[] {
  return name.trim() === '' ? [MESSAGES.nameMissing] : [];
}
