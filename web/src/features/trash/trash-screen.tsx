import { Trash2 } from 'lucide-react';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import { Listing } from '#web/listing/listing.tsx';
import { PlacePage } from '#web/listing/place-page.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';

const TRASH = { kind: 'trash' } as const;
const EMPTY = {
  icon: Trash2,
  text: 'Links and folders you move to the trash stay here until you delete them.',
};

export function TrashScreen() {
  const { trashed } = useFolderTree();
  return (
    <PlacePage title="Trash">
      <PageMeta title="Trash" description="Links and folders in the trash." path="/folders/trash" />
      <Listing place={TRASH} label="Trash" folders={trashed} empty={EMPTY} />
    </PlacePage>
  );
}
