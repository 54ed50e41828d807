import type { ImportPart } from '@foldmark/contract/imports';

import type { FilePreview } from './file-preview.ts';
import type { TreeRow } from './file-tree.ts';
import type { KnownCounts } from './known-links.ts';
import type { RefusedFile, SkippedEntry } from '@foldmark/library/files/library-file';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A slice of the library's urls. */
export interface KnownUrls {
  readonly urls: readonly string[];
  readonly areTrashed: boolean;
  /** Whether the count starts again. */
  readonly isFirst: boolean;
}

export interface ImportPlan {
  readonly uid: string;
  readonly import_id: string;
  /** The label of the import in the history. */
  readonly label: string;
  readonly device: string;
  /** 0 for the root. */
  readonly target_folder_id: number;
  readonly tagsAsFolders: boolean;
  readonly icons: boolean;
  readonly at: number;
}

/** The calls that the page makes to the worker that holds the content of a file. */
export interface FileCalls {
  readonly read: { readonly input: Blob; readonly answer: FilePreview | RefusedFile };
  /** Counts the links of the file that the library has, among the urls received so far. */
  readonly known: { readonly input: KnownUrls; readonly answer: KnownCounts };
  /** Opens or closes a folder of the tree. Returns the new number of rows. */
  readonly toggle: { readonly input: number; readonly answer: number };
  readonly rows: { readonly input: Range; readonly answer: readonly TreeRow[] };
  readonly skipped: { readonly input: Range; readonly answer: readonly SkippedEntry[] };
  readonly skippedList: { readonly input: null; readonly answer: Blob };
  /** The parts of an import that this page makes itself. */
  readonly parts: {
    readonly input: Pick<ImportPlan, 'target_folder_id' | 'tagsAsFolders'>;
    readonly answer: readonly ImportPart[];
  };
  /** Stores the import in this browser, which then sends it. */
  readonly store: { readonly input: ImportPlan; readonly answer: null };
}

export interface FileRequest<K extends keyof FileCalls = keyof FileCalls> {
  readonly kind: K;
  readonly input: FileCalls[K]['input'];
}

export type FileReply<K extends keyof FileCalls> =
  | { readonly answer: FileCalls[K]['answer'] }
  | { readonly error: string };
