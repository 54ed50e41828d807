import { useRef } from 'react';

import type { Performed } from '#web/sync/changes/performed.ts';

/** After these errors, the server may have made the change all the same. */
const UNKNOWN: ReadonlySet<string> = new Set(['server', 'bad-answer']);

/**
 * Lets a dialog repeat a creation whose outcome is unknown: after an error, the server may have created the object all the same.
 * Returns a function that performs the creation. It passes `repeats` if the last attempt was the same and its outcome is unknown.
 */
export function useRepeatable<A extends object, P extends Performed<A>>(): (
  content: string,
  perform: (repeats: string | undefined) => P,
) => P {
  const failed = useRef<{ readonly content: string; readonly id: string } | null>(null);
  return (content, perform) => {
    const performed = perform(failed.current?.content === content ? failed.current.id : undefined);
    const { id, outcome } = performed;
    void outcome.then((result) => {
      if (result.ok) failed.current = null;
      // A call that was refused as too early says nothing about the attempt before it.
      else if (result.error.status !== 429)
        failed.current = UNKNOWN.has(result.error.code) ? { content, id } : null;
    });
    return performed;
  };
}
