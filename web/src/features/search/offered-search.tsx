import type { ReactNode } from 'react';

import { useLinkKeys } from '#web/hooks/library-hooks.ts';
import { useClientState } from '#web/state/client-state.ts';
import { focusSearchField } from '#web/state/search.ts';
import { keysWithout } from '@foldmark/library/memory/keys-without';
import { Button } from '#web/ui/buttons/button.tsx';

import type { CompiledSearch, OtherSearch } from './compile-search.ts';

interface OfferedSearchProps {
  readonly search: CompiledSearch;
  readonly other: OtherSearch;
  readonly label: string;
}

/** Offers another search if it finds further links. */
export function OfferedSearch({ search: { list, query }, other, label }: OfferedSearchProps): ReactNode {
  const { search } = useClientState();
  const found = useLinkKeys(list, 'url', query);
  const others = useLinkKeys(list, 'url', other.query);
  if (keysWithout(others, found).length === 0) return null;
  return (
    <Button
      kind={found.length === 0 ? 'primary' : 'outlined'}
      onPress={() => {
        search.set(other.text);
        // The button with the focus is about to disappear.
        focusSearchField();
      }}
    >
      {label}
    </Button>
  );
}
