import { dateOf, type LinkRecord, type Micros } from '@foldmark/library/entities/records';
import { ExternalLink, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { useCommandContext } from '#web/commands/command-context.ts';
import type { ItemTarget } from '#web/commands/command.ts';
import { entriesOf } from '#web/commands/entries.ts';
import type { CommandId } from '#web/commands/more-commands.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { FolderIcon } from '#web/listing/items/folder-icon.tsx';
import { useFolder, useFoldersOf, useFolderTree } from '#web/hooks/library-hooks.ts';
import { clickableUrl } from '@foldmark/library/entities/link-text';
import { Button } from '#web/ui/buttons/button.tsx';
import { buttonClass } from '#web/ui/buttons/button-class.ts';

import styles from './link-parts.module.css';

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Says that a link is in the trash. */
export function TrashNote() {
  return (
    <p className={styles.trashed}>
      <Trash2 aria-hidden="true" size={16} />
      <span>
        This link is in the <Link to="/folders/trash">trash</Link>.
      </span>
    </p>
  );
}

interface LinkFactsProps {
  readonly linkId: Key;
  readonly link: LinkRecord;
  /** The note, or what edits it. */
  readonly note: ReactNode;
}

export function LinkFacts({ linkId, link, note }: LinkFactsProps) {
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
      {note === null ? null : (
        <>
          <dt>Note</dt>
          <dd>{note}</dd>
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

export function NoteText({ note }: { readonly note: string }) {
  return (
    <div dir="auto" className={styles.note}>
      {note}
    </div>
  );
}

interface LinkActionsProps {
  readonly url: string;
  readonly target: ItemTarget;
  readonly commands: readonly CommandId[];
}

/** The button that opens a link, and those of some commands. */
export function LinkActions({ url, target, commands }: LinkActionsProps) {
  const entries = entriesOf(commands, { item: target }, useCommandContext());
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
