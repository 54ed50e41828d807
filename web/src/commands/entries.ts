import type { MenuEntry } from '#web/ui/menu.tsx';

import type { CommandContext, Targets } from './command.ts';
import { bind, type CommandId } from './more-commands.ts';
import { ICONS } from './icons.ts';

interface Entry<Id> extends MenuEntry {
  readonly id: Id;
  /** The key, as a person reads it. Empty without a key. */
  readonly hint: string;
}

/** The available ones of these commands, as entries of a menu or as buttons. */
export function entriesOf<Id extends CommandId>(
  ids: readonly Id[],
  targets: Partial<Targets>,
  context: CommandContext,
): readonly Entry<Id>[] {
  return bind(ids, targets, context).map(({ icon, hint, ...command }) => ({
    ...command,
    icon: ICONS[icon],
    hint: hint ?? '',
  }));
}
