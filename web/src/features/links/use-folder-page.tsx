import { FolderOpen, Pencil } from 'lucide-react';
import { useMemo } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import { useSetPopup } from '#web/state/popup.ts';
import { FolderIcon } from '#web/listing/items/folder-icon.tsx';
import { useFolder, useFolderTree } from '#web/hooks/library-hooks.ts';
import { StarButton } from '#web/listing/items/star-button.tsx';
import type { ListPageProps } from '#web/listing/place/list-page.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

const EMPTY = {
  icon: FolderOpen,
  text: 'Links and folders that you file here show here. Drag some here, or press n to save a new link in this folder.',
};
const EMPTY_ON_PHONE = {
  icon: FolderOpen,
  text: "Links and folders that you file here show here. Press + to save a link in this folder, or choose Folders in a link's menu.",
};

/** Null for a folder that is not visible. */
export function useFolderPage(key: Key): ListPageProps | null {
  const folder = useFolder(key);
  const tree = useFolderTree();
  const isPhone = useMediaQuery('(pointer: coarse)');
  const place = useMemo(() => ({ kind: 'folder', folder: key }) as const, [key]);
  if (folder === undefined || !tree.isVisible(key)) return null;
  const { name, folder_id } = folder;
  return {
    title: name,
    meta: { title: name, description: `Your links in ${name}.`, path: `/folders/${folder_id}` },
    above: tree.path(key).slice(0, -1),
    icon: <FolderIcon folder={folder} size={24} />,
    actions: <FolderActions folder={key} name={name} />,
    listing: {
      list: `folder ${key}`,
      place,
      label: `Links in ${name}`,
      folders: tree.children(key),
      empty: isPhone ? EMPTY_ON_PHONE : EMPTY,
    },
  };
}

function FolderActions({ folder, name }: { readonly folder: Key; readonly name: string }) {
  const setPopup = useSetPopup();
  return (
    <>
      <StarButton kind="folder" of={folder} name={name} />
      <IconButton
        label="Edit folder"
        icon={Pencil}
        onPress={() => {
          setPopup({ kind: 'edit-folder', folderId: folder });
        }}
      />
    </>
  );
}
