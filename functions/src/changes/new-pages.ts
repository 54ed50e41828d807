import type { Effect } from '#functions/changes/effects.ts';

/** A link whose page is to be read. */
export interface NewPage {
  readonly link_id: number;
  readonly url: string;
}

/** The links that got a url: created ones, and those whose url was changed. With `undone`, after an undo. */
export function newPages(effects: readonly Effect[], undone = false): NewPage[] {
  return effects.flatMap((effect) => {
    if (effect.of !== 'link') return [];
    const url = (undone ? effect.before : effect.after)?.url;
    return url === undefined ? [] : [{ link_id: effect.id, url }];
  });
}
