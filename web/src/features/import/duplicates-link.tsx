import { Link } from 'react-router-dom';

import { useDuplicateCount } from '#web/hooks/duplicate-hooks.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';

import { groupsText } from './preview-texts.ts';

/** Leads to the duplicates, if there are any, after an import. */
export function DuplicatesLink() {
  const count = useDuplicateCount() ?? 0;
  if (count === 0) return null;
  return (
    <div>
      <Link to="/duplicates" className={buttonClass('outlined')}>
        Show {groupsText(count)}
      </Link>
    </div>
  );
}
