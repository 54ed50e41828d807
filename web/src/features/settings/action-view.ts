import type { StoredAction } from '@foldmark/contract/stored';

const NUMBER = new Intl.NumberFormat('en');

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
  /** '250 changed, 2 skipped'. */
  readonly counts: string;
  /** Empty for an action that is done. */
  readonly state: string;
  /** From 0 to 1 while the action or a job is under way. */
  readonly progress: number | null;
  /** What the button does. Null while a job is under way. */
  readonly offers: 'undo' | 'redo' | null;
  /** What the last undo or redo left alone, with the reasons. */
  readonly leftAlone: readonly string[];
  /** How many more were left alone than are named. */
  readonly unnamed: number;
}

export function viewOf(action: StoredAction): ActionView {
  const { action_id, label, device, changed, skipped, created_at, left_alone } = action;
  return {
    id: action_id,
    label,
    device,
    at: created_at.toDate(),
    counts: [
      `${NUMBER.format(changed)} changed`,
      ...(skipped > 0 ? [`${NUMBER.format(skipped)} skipped`] : []),
    ].join(', '),
    ...stateOf(action),
    leftAlone: left_alone.map(
      ({ name, kind, why }) => `${name === '' ? `A ${kind}` : name}: ${REASONS[why]}`,
    ),
    unnamed: Math.max(0, action.left_alone_count - left_alone.length),
  };
}

/** Parts are undone from the last that was made to the first, and redone in the order in which they were made. */
function stateOf({
  state,
  parts,
  made,
  next_part = 0,
  import: imported,
}: StoredAction): Pick<ActionView, 'state' | 'progress' | 'offers'> {
  const next = Math.max(0, made.indexOf(next_part));
  switch (state) {
    case 'done':
      return { state: '', progress: null, offers: 'undo' };
    case 'undone':
      return { state: 'Undone', progress: null, offers: 'redo' };
    case 'running':
      return { state: 'Not finished yet', progress: made.length / Math.max(1, parts), offers: 'undo' };
    case 'receiving':
      return { state: 'Not sent completely', progress: null, offers: null };
    case 'waiting':
      return { state: 'Waiting for an earlier import', progress: 0, offers: null };
    case 'importing':
      return {
        state: 'Importing...',
        progress: (imported?.handled ?? 0) / Math.max(1, imported?.links ?? 1),
        offers: null,
      };
    case 'undoing':
      return {
        state: 'Undoing...',
        progress: (made.length - 1 - next) / Math.max(1, made.length),
        offers: null,
      };
    case 'redoing':
      return { state: 'Redoing...', progress: next / Math.max(1, made.length), offers: null };
  }
}
