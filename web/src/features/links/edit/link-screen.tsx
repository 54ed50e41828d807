import { dateOf, type LinkRecord, type Micros } from '@foldmark/library/entities/records';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { ExternalLink, ImageIcon, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';

import { useCommandContext, useFocusTarget } from '#web/commands/command-context.ts';
import type { ItemTarget } from '#web/commands/command.ts';
import type { KeyedId } from '#web/commands/keyed-commands.ts';
import { entriesOf } from '#web/commands/entries.ts';
import { MENUS } from '#web/commands/more-commands.ts';
import { useUploadUrl } from '#web/hooks/upload-url.ts';
import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { useSetPopup } from '#web/state/popup.ts';
import { Breadcrumb } from '#web/listing/place/breadcrumb.tsx';
import { FolderIcon } from '#web/listing/items/folder-icon.tsx';
import { useFolder, useFoldersOf, useFolderTree, useLink } from '#web/hooks/library-hooks.ts';
import { LinkIcon } from '#web/listing/items/link-icon.tsx';
import { clickableUrl, shownName } from '#web/sync/link-text.ts';
import { StarButton } from '#web/listing/items/star-button.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { PAGE_TITLE_ID } from '#web/ui/pages/page-title.ts';
import { ImageWithFallback } from '#web/ui/icons/image-with-fallback.tsx';

import styles from './link-screen.module.css';

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const NO_FOLDERS: readonly Key[] = [];

/** The keys that the help lists for this page. */
const KEYS_OF_PAGE: readonly KeyedId[] = ['edit', 'star', 'unstar', 'trash'];

/** All details of a link. The route renders it only for an existing link. */
export function LinkScreen({ linkId }: { readonly linkId: Key }) {
  const link = useLink(linkId);
  const target: ItemTarget = {
    items: itemsOf('link', [linkId]),
    where: 'page',
    folder: null,
    isTrashed: link?.status_id === STATUS_TRASHED,
  };
  useFocusTarget(null, () => ({ targets: { item: target }, only: KEYS_OF_PAGE }));
  if (link === undefined) return null;
  const name = shownName(link.name, link.url);
  return (
    <article className={styles.page}>
      <PageMeta title={name} description={link.url} path={`/links/${link.link_id}`} />
      <Breadcrumb above={NO_FOLDERS}>
        <header className={styles.header}>
          <LinkIcon link={link} size={28} />
          <h1 id={PAGE_TITLE_ID} dir="auto">
            {name}
          </h1>
          <StarButton kind="link" of={linkId} name={name} />
        </header>
      </Breadcrumb>
      {target.isTrashed ? <TrashNote /> : null}
      <LinkActions url={link.url} target={target} />
      <div className={styles.body}>
        <LinkFacts linkId={linkId} link={link} />
        <LinkImage linkId={linkId} imageKey={link.image_s3_key} />
      </div>
    </article>
  );
}

function TrashNote() {
  return (
    <p className={styles.trashed}>
      <Trash2 aria-hidden="true" size={16} />
      <span>
        This link is in the <Link to="/folders/trash">trash</Link>.
      </span>
    </p>
  );
}

interface LinkPartProps {
  readonly linkId: Key;
  readonly link: LinkRecord;
}

function LinkFacts({ linkId, link }: LinkPartProps) {
  const href = clickableUrl(link.url);
  return (
    <dl className={styles.facts}>
      <dt>Url</dt>
      <dd>
        {href === null ? (
          link.url
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer" className={styles.url}>
            {link.url}
          </a>
        )}
      </dd>
      {link.note === '' ? null : (
        <>
          <dt>Note</dt>
          <dd dir="auto" className={styles.note}>
            {link.note}
          </dd>
        </>
      )}
      <dt>Folders</dt>
      <dd>
        <FolderLinks linkId={linkId} />
      </dd>
      <dt>Added</dt>
      <dd>
        <Timestamp at={link.created_at} />
      </dd>
      <dt>Changed</dt>
      <dd>
        <Timestamp at={link.updated_at} />
      </dd>
    </dl>
  );
}

function LinkImage({ linkId, imageKey }: { readonly linkId: Key; readonly imageKey: string }) {
  const setPopup = useSetPopup();
  const url = useUploadUrl(imageKey);
  return (
    <div className={styles.picture}>
      {url === null ? null : (
        <ImageWithFallback sources={[url]} fallback={null} className={styles.image} size={240} />
      )}
      <Button
        kind="outlined"
        onPress={() => {
          setPopup({ kind: 'edit-link', linkId });
        }}
      >
        <ImageIcon aria-hidden="true" size={16} />
        {url === null ? 'Add Image' : 'Change Image'}
      </Button>
    </div>
  );
}

interface LinkActionsProps {
  readonly url: string;
  readonly target: ItemTarget;
}

function LinkActions({ url, target }: LinkActionsProps) {
  const entries = entriesOf(MENUS.page, { item: target }, useCommandContext());
  const href = clickableUrl(url);
  return (
    <div className={styles.actions}>
      {href === null ? null : (
        <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass('primary')}>
          <ExternalLink aria-hidden="true" />
          Open
        </a>
      )}
      {entries.map(({ id, label, icon: Icon, run }) => (
        <Button key={id} kind="outlined" onPress={run}>
          <Icon aria-hidden="true" size={16} />
          {label}
        </Button>
      ))}
    </div>
  );
}

function FolderLinks({ linkId }: { readonly linkId: Key }) {
  const tree = useFolderTree();
  const folders = useFoldersOf(linkId).filter((key) => tree.isVisible(key));
  if (folders.length === 0) return <span className={styles.none}>Not in any folder</span>;
  return (
    <ul className={styles.folders}>
      {folders.map((key) => (
        <FolderChip key={key} folder={key} />
      ))}
    </ul>
  );
}

function FolderChip({ folder: key }: { readonly folder: Key }) {
  const folder = useFolder(key);
  if (folder === undefined) return null;
  return (
    <li>
      <Link to={`/folders/${folder.folder_id}`} className={styles.chip} title={folder.name}>
        <FolderIcon folder={folder} size={16} />
        <span className="one-line" dir="auto">
          {folder.name}
        </span>
      </Link>
    </li>
  );
}

function Timestamp({ at }: { readonly at: Micros }) {
  const date = dateOf(at);
  return <time dateTime={date.toISOString()}>{DATE.format(date)}</time>;
}
