import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { useFolder } from '#web/hooks/library-hooks.ts';
import type { Key } from '@foldmark/library/memory/keys';

import styles from './breadcrumb.module.css';

interface BreadcrumbProps {
  /** The folders above the page, from the top level down. Null on All Items, the root of all paths. */
  readonly above: readonly Key[] | null;
  /** The title of the page, which is the last step of the path. */
  readonly children: ReactNode;
}

/**
 * The path from All Items through the parent folders to the current page. The title is its last step, so the page shows it only
 * once. The parents are a list of their own, because a long path scrolls and the title does not.
 */
export function Breadcrumb({ above, children }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
      {above === null ? null : <Path folders={above} />}
      <ol>
        <li aria-current="page">{children}</li>
      </ol>
    </nav>
  );
}

function Path({ folders }: { readonly folders: readonly Key[] }) {
  const listRef = useRef<HTMLOListElement>(null);
  const nearest = folders.at(-1);
  // A path that is too long scrolls to its end, where the nearest folders are.
  useLayoutEffect(() => {
    const list = listRef.current;
    if (list !== null && nearest !== undefined) list.scrollLeft = list.scrollWidth;
  }, [nearest, folders.length]);
  return (
    <ol ref={listRef} className={styles.path}>
      <li>
        <Link to="/">All Items</Link>
      </li>
      {folders.map((key) => (
        <FolderCrumb key={key} folder={key} />
      ))}
    </ol>
  );
}

function FolderCrumb({ folder: key }: { readonly folder: Key }) {
  const folder = useFolder(key);
  if (folder === undefined) return null;
  return (
    <li>
      <Link to={`/folders/${folder.folder_id}`} title={folder.name} dir="auto">
        {folder.name}
      </Link>
    </li>
  );
}
