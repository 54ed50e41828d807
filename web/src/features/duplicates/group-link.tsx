import type { LinkRecord } from '@foldmark/library/entities/records';
import { Star } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';

import {
  useFolder,
  useIsFavorite,
  useLibrary,
  useLink,
  useVisibleFoldersOf,
} from '#web/hooks/library-hooks.ts';
import { fullDate, shortDate } from '#web/listing/items/date-text.ts';
import { LinkIcon } from '#web/listing/items/link-icon.tsx';
import { clickableUrl, shownName } from '@foldmark/library/entities/link-text';
import { areDistinct } from '@foldmark/library/memory/distinct-links';
import type { Key } from '@foldmark/library/memory/keys';
import { classNames } from '#web/ui/style/class-names.ts';

import styles from './group-link.module.css';
import { differenceText, markedParts } from './group-texts.ts';

interface GroupLinkProps {
  readonly link: Key;
  /** The link that a merge keeps. */
  readonly kept: Key;
  /** The name of the radio buttons. */
  readonly field: string;
  /** The id of the name of the link that stays. The name labels the group. */
  readonly nameId: string | undefined;
  readonly onKeep: () => void;
  /** Null in a group of two. */
  readonly onTakeOut: (() => void) | null;
}

/** A link of a group, with its difference and the folders that a merge unites. */
export function GroupLink({ link: key, kept, field, nameId, onKeep, onTakeOut }: GroupLinkProps) {
  const link = useLink(key);
  const keptUrl = useLink(kept)?.url ?? '';
  const library = useLibrary();
  if (link === undefined) return null;
  const isKept = key === kept;
  const statusText = () =>
    areDistinct(library, key, kept)
      ? 'Stays too: marked as no duplicate of the link to keep'
      : differenceText(link.url, keptUrl);
  return (
    <div className={classNames(styles.link, isKept && styles.kept)}>
      <label className={styles.keep}>
        <input type="radio" name={field} aria-label={`Keep ${link.url}`} checked={isKept} onChange={onKeep} />
        <span aria-hidden="true">Keep</span>
      </label>
      <div className={styles.texts}>
        <Name link={link} linkKey={key} id={nameId} />
        <Url url={link.url} keptUrl={isKept ? link.url : keptUrl} />
        <p className={styles.difference}>
          {isKept ? 'Stays' : statusText()}
          {onTakeOut === null ? null : (
            <button
              type="button"
              className={styles.takeOut}
              aria-label={`Not a duplicate: ${link.url}`}
              onClick={onTakeOut}
            >
              Not a duplicate
            </button>
          )}
        </p>
      </div>
      <p className={styles.date}>
        <span className={styles.label}>Added </span>
        <time dateTime={new Date(link.created_at / 1000).toISOString()} title={fullDate(link.created_at)}>
          {shortDate(link.created_at)}
        </time>
      </p>
      <Folders link={key} />
      <p className={styles.note} dir="auto" title={link.note}>
        {link.note === '' ? null : <span className={styles.label}>Note: </span>}
        {link.note}
      </p>
    </div>
  );
}

interface NameProps {
  readonly link: LinkRecord;
  readonly linkKey: Key;
  readonly id: string | undefined;
}

function Name({ link, linkKey, id }: NameProps) {
  const isFavorite = useIsFavorite('link', linkKey);
  const href = clickableUrl(link.url);
  const name = (
    <span id={id} dir="auto">
      {shownName(link.name, link.url)}
    </span>
  );
  return (
    <div className={styles.name}>
      <LinkIcon link={link} />
      {href === null ? (
        name
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer" className={styles.open}>
          {name}
        </a>
      )}
      {isFavorite ? (
        <Star role="img" aria-label="Favorite" className={styles.star} fill="currentColor" />
      ) : null}
    </div>
  );
}

/** The whole url, because its end can be the difference. Marks the parts that the kept link's url lacks. */
function Url({ url, keptUrl }: { readonly url: string; readonly keptUrl: string }) {
  return (
    <p className={styles.url} title={url} dir="ltr">
      {/* oxlint-disable react/no-array-index-key -- texts without state */}
      {markedParts(url, keptUrl).map(({ text, isMarked }, index) =>
        isMarked ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
      )}
    </p>
  );
}

function Folders({ link }: { readonly link: Key }) {
  const folders = useVisibleFoldersOf(link);
  return (
    <ul className={styles.folders} aria-label="Folders">
      {folders.map((folder) => (
        <li key={folder}>
          <FolderLink folder={folder} />
        </li>
      ))}
    </ul>
  );
}

function FolderLink({ folder: key }: { readonly folder: Key }) {
  const folder = useFolder(key);
  if (folder === undefined) return null;
  return (
    <Link to={`/folders/${folder.folder_id}`} className={styles.folder} title={folder.name}>
      <span className="one-line" dir="auto">
        {folder.name}
      </span>
    </Link>
  );
}
