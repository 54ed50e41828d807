import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import type { LinkRecord } from '@foldmark/library/entities/records';
import { ImageIcon } from 'lucide-react';

import { useFocusTarget } from '#web/commands/command-context.ts';
import type { ItemTarget } from '#web/commands/command.ts';
import type { KeyedId } from '#web/commands/keyed-commands.ts';
import { MENUS } from '#web/commands/more-commands.ts';
import { useUploadUrl } from '#web/hooks/upload-url.ts';
import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { useSetPopup } from '#web/state/popup.ts';
import { Breadcrumb } from '#web/listing/place/breadcrumb.tsx';
import { useLink } from '#web/hooks/library-hooks.ts';
import { LinkIcon } from '#web/listing/items/link-icon.tsx';
import { shownName } from '@foldmark/library/entities/link-text';
import { StarButton } from '#web/listing/items/star-button.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { PAGE_TITLE_ID } from '#web/ui/pages/page-title.ts';
import { classNames } from '#web/ui/style/class-names.ts';
import { ImageWithFallback } from '#web/ui/icons/image-with-fallback.tsx';

import { LinkActions, LinkFacts, NoteText, TrashNote } from './link-parts.tsx';
import styles from './link-screen.module.css';

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
      {link.description === '' ? null : (
        <p dir="auto" className={styles.description}>
          {link.description}
        </p>
      )}
      <LinkActions url={link.url} target={target} commands={MENUS.page} />
      <div className={styles.body}>
        <LinkFacts
          linkId={linkId}
          link={link}
          note={link.note === '' ? null : <NoteText note={link.note} />}
        />
        <LinkImage linkId={linkId} link={link} />
      </div>
    </article>
  );
}

/** The image of the link, or the picture of its page. */
function LinkImage({ linkId, link }: { readonly linkId: Key; readonly link: LinkRecord }) {
  const setPopup = useSetPopup();
  const url = useUploadUrl(link.image_s3_key);
  const picture = useUploadUrl(link.picture_s3_key);
  return (
    <div className={styles.picture}>
      {url === null && picture === null ? null : (
        <ImageWithFallback
          sources={[url, picture]}
          fallback={null}
          className={classNames(styles.image, url === null && styles.ofPage)}
          size={240}
        />
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
