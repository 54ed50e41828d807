/** The folder that contains links of all tabs. No tab edits it. */
export const SHARED_FOLDER = 7;

/** One event of a history. Its numbers select a tab, an object or a request, modulo the number of these. */
export type Step =
  | { readonly do: 'create link'; readonly tab: number; readonly isInFolder: boolean }
  | { readonly do: 'create folder'; readonly tab: number; readonly parent: number }
  | {
      readonly do: 'rename link' | 'write note' | 'rename folder' | 'set image' | 'remove image';
      readonly tab: number;
      readonly thing: number;
    }
  | {
      readonly do: 'merge' | 'mark distinct' | 'mark possible';
      readonly tab: number;
      readonly things: readonly number[];
    }
  | { readonly do: 'trash' | 'restore'; readonly tab: number; readonly things: readonly number[] }
  | { readonly do: 'star' | 'unstar'; readonly tab: number; readonly thing: number }
  | {
      readonly do: 'add to folder' | 'remove from folder';
      readonly tab: number;
      readonly things: readonly number[];
    }
  | { readonly do: 'move folder'; readonly tab: number; readonly thing: number; readonly parent: number }
  | { readonly do: 'empty trash' | 'undo' | 'redo' | 'try again'; readonly tab: number }
  | { readonly do: 'reload' | 'close' | 'hide' | 'see'; readonly tab: number }
  | { readonly do: 'undo one'; readonly tab: number; readonly thing: number }
  | { readonly do: 'feed'; readonly tab: number; readonly collection: number }
  | { readonly do: 'offline' | 'online'; readonly device: number }
  | {
      readonly do:
        | 'execute'
        | 'answer'
        | 'refuse'
        | 'fail'
        | 'fail after commit'
        | 'throttle'
        | 'lose request'
        | 'lose answer'
        | 'delay request'
        | 'deliver late'
        | 'refuse token';
      readonly request: number;
    }
  | { readonly do: 'poison'; readonly text: string }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'elsewhere'; readonly thing: number; readonly what: number }
  | { readonly do: 'read title'; readonly thing: number };

export function chosen<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(list.length, 1)];
}

export function chosenOf<T>(list: readonly T[], picks: readonly number[]): T[] {
  return [...new Set(picks.flatMap((pick) => chosen(list, pick) ?? []))];
}
