import { useMemo } from 'react';

import { useCommandContext } from './command-context.ts';
import { KEYED_COMMANDS, type KeyedId } from './keyed-commands.ts';

/** An app command for a button with a tooltip. */
export function useAppCommand(id: KeyedId) {
  const context = useCommandContext();
  return useMemo(() => {
    const bound = KEYED_COMMANDS.find((command) => command.id === id)?.bind({ app: { sort: null } }, context);
    if (bound === undefined || bound === null) throw new Error(`${id} is no command of the app.`);
    return { ...bound, hint: bound.hint ?? '' };
  }, [context, id]);
}
