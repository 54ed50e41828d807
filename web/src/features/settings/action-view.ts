import type { StoredAction } from '@foldmark/contract/stored';

import { countText } from '@foldmark/library/text/count-text';
import { iconsText, importCalls } from '#web/hooks/import-icons.ts';
import { numberText } from '@foldmark/library/text/number-text';

const REASONS = {
  changed: 'changed since',
  gone: 'deleted since',
  cycle: 'would be inside itself',
  not_in_trash: 'not in the trash any more',
} as const satisfies Record<StoredAction['left_alone'][number]['why'], string>;

export interface ActionView {
  readonly id: string;
  readonly label: string;
  readonly at: Date;
  readonly device: string;
  /** The name of the app that made the action. Null if the person did. */
  readonly by: string | null;
  /** For example '250 changed, 2 skipped', or for an import '1,234 links added, 12 completed'. */
  readonly counts: string;
  /** Empty for an action that is done. */
  readonly state: string;
  /** From 0 to 1 while the action or a job is under way. */
  readonly progress: number | null;
  /** What the button offers. Null while a job is under way. */
  readonly offers: 'undo' | 'redo' | null;
  /** For example 'Icons: 12 of 340 sites', or null. */
  readonly icons: string | null;
  /** The calls about the icons and pictures of an import. */
  readonly calls: ReturnType<typeof importCalls>;
  /** The items that the last undo or redo left alone, with the reasons. */
  readonly leftAlone: readonly string[];
  /** How many further items were left alone. */
  readonly unnamed: number;
}

export function viewOf(action: StoredAction): ActionView {
  const { action_id, label, device, by, changed, items = changed, skipped, created_at, left_alone } = action;
  const icons = action.import?.icons;
  return {
    id: action_id,
    label,
    device,
    by: by?.name ?? null,
    at: created_at.toDate(),
    counts: [
      ...(action.import === undefined ? [`${numberText(items)} changed`] : importCounts(action.import)),
      ...(skipped > 0 ? [`${numberText(skipped)} skipped`] : []),
    ].join(', '),
    ...stateOf(action),
    icons: icons === undefined ? null : iconsText(icons),
    calls: importCalls(action),
    leftAlone: left_alone.map(
      ({ name, kind, why }) => `${name === '' ? `A ${kind}` : name}: ${REASONS[why]}`,
    ),
    unnamed: Math.max(0, action.left_alone_count - left_alone.length),
  };
}

function importCounts({
  created,
  filled,
  folders_created,
}: NonNullable<StoredAction['import']>): readonly string[] {
  return [
    `${countText(created, 'link')} added`,
    ...(filled > 0 ? [`${numberText(filled)} completed`] : []),
    ...(folders_created > 0 ? [`${countText(folders_created, 'folder')} added`] : []),
  ];
}

/** An undo takes the parts from the last to the first. A redo takes them in the original order. */
function stateOf({
  state,
  parts,
  made,
  next_part = 0,
  import: imported,
  failed,
}: StoredAction): Pick<ActionView, 'state' | 'progress' | 'offers'> {
  const next = Math.max(0, made.indexOf(next_part));
  const ended = (text: string, offers: ActionView['offers']) => ({ state: text, progress: null, offers });
  const running = (text: string, done: number, all: number, offers: ActionView['offers'] = null) => ({
    state: text,
    progress: done / Math.max(1, all),
    offers,
  });
  switch (state) {
    case 'done':
      return ended(failed === undefined ? '' : "Couldn't be undone completely. Try again.", 'undo');
    case 'undone':
      return ended(failed === undefined ? 'Undone' : "Couldn't be redone completely. Try again.", 'redo');
    case 'receiving':
      return ended('Not sent completely', null);
    case 'running':
      return running('Not finished yet', made.length, parts, 'undo');
    case 'waiting':
      return running('Waiting for an earlier import', 0, 1);
    case 'importing':
      return running('Importing...', imported?.handled ?? 0, imported?.links ?? 1);
    case 'undoing':
      return running('Undoing...', made.length - 1 - next, made.length);
    case 'redoing':
      return running('Redoing...', next, made.length);
  }
}
