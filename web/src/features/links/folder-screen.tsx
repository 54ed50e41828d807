import { FolderOpen, Pencil } from 'lucide-react';
import { useMemo } from 'react';

import type { Key } from '#web/sync/library/keys.ts';
import { useSetPopup } from '#web/state/popup.ts';
import { FolderIcon } from '#web/listing/items/folder-icon.tsx';
import { useFolder, useFolderTree } from '#web/hooks/library-hooks.ts';
import { Listing } from '#web/listing/listing.tsx';
import { PlacePage } from '#web/listing/place-page.tsx';
import { StarButton } from '#web/listing/items/star-button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { PageMeta } from '#web/ui/page-meta.tsx';

const EMPTY = {
  icon: FolderOpen,
  text: 'Links and folders that you file here show here. Drag some here, or press n to save a new link in this folder.',
};
const EMPTY_ON_PHONE = {
  icon: FolderOpen,
  text: "Links and folders that you file here show here. Press + to save a link in this folder, or choose Folders in a link's menu.",
};

/** The route renders it only for a visible folder. */
export function FolderScreen({ folder: key }: { readonly folder: Key }) {
  const folder = useFolder(key);
  const tree = useFolderTree();
  const setPopup = useSetPopup();
  const isPhone = useMediaQuery('(pointer: coarse)');
  const place = useMemo(() => ({ kind: 'folder', folder: key }) as const, [key]);
  if (folder === undefined) return null;
  const { name, folder_id } = folder;
  return (
    <PlacePage
      title={name}
      above={tree.path(key).slice(0, -1)}
      icon={<FolderIcon folder={folder} size={24} />}
      actions={
        <>
          <StarButton kind="folder" of={key} name={name} />
          <IconButton
            label="Edit folder"
            icon={Pencil}
            onPress={() => {
              setPopup({ kind: 'edit-folder', folderId: key });
            }}
          />
        </>
      }
    >
      <PageMeta title={name} description={`Your links in ${name}.`} path={`/folders/${folder_id}`} />
      <Listing
        key={key}
        place={place}
        label={`Links in ${name}`}
        folders={tree.children(key)}
        empty={isPhone ? EMPTY_ON_PHONE : EMPTY}
      />
    </PlacePage>
  );
}
