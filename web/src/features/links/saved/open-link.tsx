import { Link } from 'react-router-dom';

import { buttonClass } from '#web/ui/buttons/button-class.ts';

interface OpenLinkProps {
  readonly id: number;
  /** The accessible name, needed if a form has several such links. It starts with "Open". */
  readonly label?: string;
  /** Called when the page opens in this tab. */
  readonly onOpen?: (() => void) | undefined;
}

/** Opens the page of a saved link. */
export function OpenLink({ id, label, onOpen }: OpenLinkProps) {
  return (
    <Link
      to={`/links/${id}`}
      aria-label={label}
      className={buttonClass('outlined')}
      onClick={({ metaKey, ctrlKey, shiftKey }) => {
        if (!metaKey && !ctrlKey && !shiftKey) onOpen?.();
      }}
    >
      Open
    </Link>
  );
}
