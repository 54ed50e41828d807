import type { Key } from '@foldmark/library/memory/keys';
import { createStore, type Readable, type Store } from '#web/sync/store.ts';

const KEY = 'foldmark.preview';
/** A smaller window has no room beside the list: there the details are in a dialog. */
export const ROOM_FOR_PREVIEW = '(width >= 1024px)';

/** A function, because reading `localStorage` throws in a browser that blocks storage. */
type PreviewStorage = () => Pick<Storage, 'getItem' | 'setItem'>;

/** The details of the focused link, beside its list. */
export interface Preview {
  /** Remembered in this browser. */
  readonly isOpen: Readable<boolean>;
  /** Whether it is open in a window with room for it. */
  readonly isShown: () => boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** The focused link of the list that shows; null if a folder is. Undefined on pages without a list. */
  readonly link: Store<Key | null | undefined>;
}

export function createPreview(storage: PreviewStorage): Preview {
  const isOpen = createStore(readOpen(storage));
  return {
    isOpen,
    isShown: () => isOpen.get() && matchMedia(ROOM_FOR_PREVIEW).matches,
    setOpen: (next) => {
      isOpen.set(next);
      try {
        storage().setItem(KEY, next ? 'open' : '');
      } catch {
        // The browser blocks storage, so the choice lasts as long as the tab.
      }
    },
    link: createStore<Key | null | undefined>(undefined),
  };
}

function readOpen(storage: PreviewStorage): boolean {
  try {
    return storage().getItem(KEY) === 'open';
  } catch {
    return false;
  }
}
