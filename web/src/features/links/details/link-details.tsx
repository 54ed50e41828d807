import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { Maximize2 } from 'lucide-react';

import type { ItemTarget } from '#web/commands/command.ts';
import type { CommandId } from '#web/commands/more-commands.ts';
import { useLink } from '#web/hooks/library-hooks.ts';
import { useUploadUrl } from '#web/hooks/upload-url.ts';
import { LinkIcon } from '#web/listing/items/link-icon.tsx';
import { StarButton } from '#web/listing/items/star-button.tsx';
import { shownName } from '@foldmark/library/entities/link-text';
import { ImageWithFallback } from '#web/ui/icons/image-with-fallback.tsx';
import { RouteLink } from '#web/ui/pages/route-link.tsx';
import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

import { LinkActions, LinkFacts, TrashNote } from '../edit/link-parts.tsx';
import { EditableNote } from './editable-note.tsx';
import styles from './link-details.module.css';

const COMMANDS: readonly CommandId[] = ['copy', 'edit'];

interface LinkDetailsProps {
  readonly linkId: Key;
  /** Called when the user follows a link to another page. */
  readonly onLeave?: () => void;
}

/** The details of a link, in the width of a phone. Its page shows the same. */
export function LinkDetails({ linkId, onLeave }: LinkDetailsProps) {
  const link = useLink(linkId);
  const image = useUploadUrl(link?.image_s3_key ?? '');
  const picture = useUploadUrl(link?.picture_s3_key ?? '');
  if (link === undefined) return null;
  const name = shownName(link.name, link.url);
  const target: ItemTarget = {
    items: itemsOf('link', [linkId]),
    where: 'page',
    folder: null,
    isTrashed: link.status_id === STATUS_TRASHED,
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys click the links in it too
    <div
      className={styles.details}
      onClick={({ target: clicked }) => {
        if (clicked instanceof Element && clicked.closest('a:not([target])') !== null) onLeave?.();
      }}
    >
      {image === null && picture === null ? null : (
        <ImageWithFallback sources={[image, picture]} fallback={null} className={styles.picture} size={240} />
      )}
      <header className={styles.header}>
        <LinkIcon link={link} size={24} />
        <h2 dir="auto">{name}</h2>
        {target.isTrashed ? null : <StarButton kind="link" of={linkId} name={name} />}
      </header>
      {target.isTrashed ? <TrashNote /> : null}
      {link.description === '' ? null : (
        <p dir="auto" className={styles.description}>
          {link.description}
        </p>
      )}
      <LinkActions url={link.url} target={target} commands={COMMANDS} />
      <LinkFacts linkId={linkId} link={link} note={<EditableNote linkId={linkId} link={link} />} />
      <RouteLink to={`/links/${link.link_id}`} className={styles.page}>
        <Maximize2 aria-hidden="true" size={14} />
        Open as a page
      </RouteLink>
    </div>
  );
}
