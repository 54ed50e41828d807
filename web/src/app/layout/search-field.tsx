import { Search } from 'lucide-react';

import { useClientState } from '#web/state/client-state.ts';
import { SEARCH_FIELD_ID, SEARCH_MAX_LENGTH } from '#web/state/search.ts';
import { useStore } from '#web/state/use-store.ts';

import styles from './header.module.css';

/** Only a field: the code that searches loads later, for members. It adds its own elements behind the field. */
export function SearchField({ isDisabled }: { readonly isDisabled: boolean }) {
  const { search } = useClientState();
  const text = useStore(search);
  return (
    <search className={styles.search}>
      <Search aria-hidden="true" />
      <input
        id={SEARCH_FIELD_ID}
        type="search"
        aria-label="search my links"
        placeholder="search my links"
        autoComplete="off"
        disabled={isDisabled}
        value={text}
        onChange={({ target }) => {
          search.set(target.value.slice(0, SEARCH_MAX_LENGTH));
        }}
      />
    </search>
  );
}
