import { Search } from 'lucide-react';
import { useNavigate } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';

import styles from './header.module.css';

/** The keyboard shortcut finds the field by this id. */
export const SEARCH_FIELD_ID = 'search-my-links';

const NUMBER = new Intl.NumberFormat('en');

/** Filters the shown list while the user types. */
export function SearchField({ isDisabled }: { readonly isDisabled: boolean }) {
  const { search, found } = useClientState();
  const text = useStore(search);
  const count = useStore(found);
  const navigate = useNavigate();
  return (
    <search className={styles.search}>
      <Search aria-hidden="true" />
      <input
        id={SEARCH_FIELD_ID}
        type="search"
        aria-label="search my links"
        placeholder="search my links"
        disabled={isDisabled}
        value={text}
        onChange={({ target }) => {
          search.set(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            if (text === '') event.currentTarget.blur();
            search.set('');
          }
          // On a page without a list, Enter searches all links.
          if (event.key === 'Enter' && count === null) void navigate('/');
        }}
      />
      <span role="status" className={styles.found}>
        {text.trim() === '' || count === null
          ? ''
          : `${NUMBER.format(count)} ${count === 1 ? 'match' : 'matches'}`}
      </span>
    </search>
  );
}
