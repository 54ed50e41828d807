import { MESSAGES } from '@foldmark/contract/messages';
import { isEmoji } from '@foldmark/library/entities/folder-icon';

import type { Problem } from '#web/ui/fields/use-form.ts';

/** What a folder shows beside its name: its image or the default icon, an emoji, or the default icon in a color. */
export type IconKind = 'plain' | 'emoji' | 'color';

interface FolderTexts {
  readonly name: string;
  readonly emoji: string;
}

export function folderProblems(
  { name, emoji }: FolderTexts,
  kind: IconKind,
): readonly Problem<keyof FolderTexts>[] {
  return [
    ...(name.trim() === '' ? [{ field: 'name', message: MESSAGES.nameMissing } as const] : []),
    ...(kind === 'emoji' && !isEmoji(emoji.trim())
      ? [{ field: 'emoji', message: 'Please enter one emoji.' } as const]
      : []),
  ];
}
