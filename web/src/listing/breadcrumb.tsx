import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

import type { Key } from '#web/sync/library/keys.ts';

import styles from './breadcrumb.module.css';
import { useFolder, useFolderTree } from '#web/hooks/library-hooks.ts';

/** The path from All Items through the parent folders to the current page. */
export function Breadcrumb({ folder, children }: { readonly folder?: Key; readonly children?: ReactNode }) {
  const tree = useFolderTree();
  const path = folder === undefined ? [] : tree.path(folder);
  const listRef = useRef<HTMLOListElement>(null);
  // A path that is too long scrolls to its end, where the nearest folders are.
  useLayoutEffect(() => {
    const list = listRef.current;
    if (list !== null && path.length > 0) list.scrollLeft = list.scrollWidth;
  }, [folder, path.length]);
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
      <ol ref={listRef}>
        <li>
          <Link to="/">All Items</Link>
        </li>
        {path.map((key, index) => (
          <FolderCrumb key={key} folder={key} isLast={index === path.length - 1} />
        ))}
        {children === undefined ? null : (
          <li aria-current="page">
            <span>{children}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}

function FolderCrumb({ folder: key, isLast }: { readonly folder: Key; readonly isLast: boolean }) {
  const folder = useFolder(key);
  if (folder === undefined) return null;
  return (
    <li {...(isLast ? { 'aria-current': 'page' } : {})}>
      {isLast ? <span>{folder.name}</span> : <Link to={`/folders/${folder.folder_id}`}>{folder.name}</Link>}
    </li>
  );
}
