import { Trash2 } from 'lucide-react';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import type { ListPageProps } from '#web/listing/place/list-page.tsx';

const TRASH = {
  title: 'Trash',
  meta: { title: 'Trash', description: 'Links and folders in the trash.', path: '/folders/trash' },
} as const;
const LISTING = {
  list: 'trash',
  place: { kind: 'trash' },
  label: 'Trash',
  empty: {
    icon: Trash2,
    text: 'Links and folders you move to the trash stay here until you delete them.',
  },
} as const;

export function useTrashPage(): ListPageProps {
  return { ...TRASH, listing: { ...LISTING, folders: useFolderTree().trashed } };
}
