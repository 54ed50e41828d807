import type { LucideIcon } from 'lucide-react';

import type { MenuEntry } from '#web/ui/menus/menu.ts';

import type { CommandContext, IconName, Targets } from './command.ts';
import { bind, type CommandId } from './more-commands.ts';
import * as ICONS from './icons.ts';

interface Entry<Id> extends MenuEntry {
  readonly id: Id;
  readonly hint: string;
}

/** Binds the available ones of these commands, as entries of a menu or as buttons. */
export function entriesOf<Id extends CommandId>(
  ids: readonly Id[],
  targets: Partial<Targets>,
  context: CommandContext,
): readonly Entry<Id>[] {
  return bind(ids, targets, context).map(({ icon, hint, ...command }) => ({
    ...command,
    icon: iconOf(icon),
    hint: hint ?? '',
  }));
}

export function iconOf(name: IconName): LucideIcon {
  // oxlint-disable-next-line import/namespace -- the type has only names of this namespace
  return ICONS[name];
}
