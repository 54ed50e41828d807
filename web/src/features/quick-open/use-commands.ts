import { useState } from 'react';

import { useCommandContext } from '#web/commands/command-context.ts';
import type { BoundCommand } from '#web/commands/command.ts';
import { paletteCommands } from '#web/commands/more-commands.ts';
import type { Place } from '#web/listing/place/place.ts';
import { useListOrder } from '#web/listing/list/use-list-order.ts';

import { useShownPlace } from './use-shown-place.ts';

const ALL_ITEMS: Place = { kind: 'all' };

/** The commands of quick open, as they are when it opens. */
export function useCommands(): readonly BoundCommand[] {
  const context = useCommandContext();
  const place = useShownPlace();
  const [order, choose] = useListOrder(place ?? ALL_ITEMS);
  const [commands] = useState(() => paletteCommands(place === null ? null : { order, choose }, context));
  return commands;
}
