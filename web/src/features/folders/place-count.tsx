import { useFavoriteFolders, useFolderTree, useLinkKeys, useLoading } from '#web/hooks/library-hooks.ts';
import { numberText } from '@foldmark/library/text/number-text';

import styles from './place-count.module.css';

const ALL = { kind: 'all' } as const;
const FAVORITES = { kind: 'favorites' } as const;
const TRASH = { kind: 'trash' } as const;

export function AllItemsCount() {
  return <Count count={useLinkKeys(ALL).length} />;
}

export function FavoritesCount() {
  return <Count count={useLinkKeys(FAVORITES).length + useFavoriteFolders().length} />;
}

export function TrashCount() {
  return <Count count={useLinkKeys(TRASH).length + useFolderTree().trashed.length} />;
}

/** While the links load, no count shows: it would be 0. */
function Count({ count }: { readonly count: number }) {
  const { links: isLoading } = useLoading();
  if (isLoading && count === 0) return null;
  return <span className={styles.count}>{numberText(count)}</span>;
}
