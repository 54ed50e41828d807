import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';

import type { Told } from '#extension/background/told.ts';
import type { PageState } from '#extension/pages/page-state.ts';
import type { NewGesture } from '#extension/queue/perform.ts';
import type { WaitingGesture } from '#extension/queue/queue.ts';

import type { PageContent, TabTexts } from './tab-page.ts';

/** Everything that the popup asks of the browser and of the rest of the extension. */
export interface PopupServices {
  readonly tab: TabTexts;
  /** Never rejects: a page that can't be read has no selection. */
  readonly content: Promise<PageContent>;
  readonly savesAtOnce: boolean;
  readonly pageState: (url: string) => Promise<PageState>;
  readonly openFolders: () => Promise<FolderTree>;
  /** Whether the browser has hardly any space left. */
  readonly isFull: () => Promise<boolean>;
  readonly perform: (gesture: NewGesture) => Promise<string>;
  /** Performs a gesture although the popup closes. */
  readonly handOver: (gesture: NewGesture) => void;
  readonly undo: (action_id: string) => Promise<void>;
  /** What a menu or a key has done last. */
  readonly lastTold: () => Promise<Told | null>;
  readonly forgetTold: () => Promise<void>;
  readonly gestures: () => Promise<readonly WaitingGesture[]>;
  readonly retry: (action_id: string) => Promise<void>;
  readonly discard: (action_id: string) => Promise<void>;
  readonly nextRef: () => number;
  readonly recentFolders: (tree: FolderTree) => Promise<readonly Key[]>;
  /** Never rejects. */
  readonly rememberFolders: (folders: readonly Key[]) => Promise<void>;
  readonly send: () => void;
  readonly connect: () => void;
  readonly openTab: (url: string) => void;
  readonly openOptions: () => void;
  readonly close: () => void;
  /** Calls the listener after the copy, the queue or the connection has changed. */
  readonly onChanged: (listener: () => void) => void;
}
