import type { LibraryChange } from '@foldmark/library/changes/changes';
import { subjectOf } from '@foldmark/library/changes/references';

import type { ApiError } from '#web/api/api-error.ts';
import { conflictText, listed, nameOf, refusalTitle } from '#web/sync/changes/messages/failure-texts.ts';
import { isRemoval } from '#web/sync/changes/change-kinds.ts';
import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import type { Failure, Failures } from '#web/sync/changes/messages/failures.ts';
import type { ShownGesture, Skipped } from '#web/sync/changes/showing/shown-gesture.ts';
import type { Library } from '@foldmark/library/memory/library';
import { numberText } from '@foldmark/library/text/number-text';

/** Reports changes that the server refused, and offers to send them again. */
export function reportRefusal(
  failures: Failures,
  { changes, isGuarded }: Pick<Gesture, 'changes' | 'isGuarded'>,
  error: ApiError,
  retry: (() => void) | null,
): void {
  if (isGuarded === true && error.status === 400 && changes.some(setsImage)) {
    // No retry is offered, because the deleted file would make it fail too.
    failures.add({
      title: 'The earlier image is gone.',
      messages: ['Images you replace or remove are deleted after a day.'],
      action: null,
    });
    return;
  }
  failures.add({
    title: refusalTitle(changes),
    messages: error.messages,
    action: retry && { label: 'Try again', run: retry },
  });
}

/**
 * Reports once for a gesture which fields were left alone because another device had changed them. `apply` sets these fields all
 * the same.
 */
export function reportSkipped(
  library: Library,
  failures: Failures,
  { gesture, skipped }: ShownGesture,
  apply: (changes: readonly LibraryChange[]) => void,
): void {
  // An object that is gone needs no message if it was to be deleted or removed anyway.
  const reported = skipped.filter(({ change }) => !isRemoval(change));
  const [first, ...others] = reported;
  if (first === undefined) return;
  if (gesture.isGuarded === true) {
    failures.add({
      title: 'Some changes were left alone, because they were edited since.',
      messages: listed(reported.map((one) => storedName(one) ?? nameOf(library, one.change, one.fields))),
      action: null,
    });
    return;
  }
  const again = reported.flatMap(({ change, why, fields }) =>
    why === 'changed' && 'if' in change ? [onlyFields(change, fields)] : [],
  );
  const action: Failure['action'] =
    again.length === 0
      ? null
      : {
          label: 'Apply yours',
          run: () => {
            apply(again);
          },
        };
  const text = others.length === 0 ? textOf(library, first) : textOfMany(library, reported);
  failures.add({ ...text, action });
}

function setsImage(change: LibraryChange): boolean {
  return 's3_key' in change && change.s3_key !== '';
}

function textOf(
  library: Library,
  { change, why, fields, answer }: Skipped,
): Pick<Failure, 'title' | 'messages'> {
  // Use the name the user typed. The message contains the stored name.
  const wanted = 'name' in change && fields.includes('name') ? change.name : undefined;
  const name = wanted ?? nameOf(library, change);
  if (why === 'cycle') {
    return { title: `${name} couldn't be moved.`, messages: ['The folder would be inside itself.'] };
  }
  if (why !== 'changed') return { title: `${name} was deleted elsewhere.`, messages: [] };
  const stored = new Map<string, unknown>(Object.entries(answer ?? recordOf(library, change) ?? {}));
  return {
    title: `${name} was changed elsewhere.`,
    messages: fields.map((field) => conflictText(change, field, stored.get(field))),
  };
}

function textOfMany(library: Library, skipped: readonly Skipped[]): Pick<Failure, 'title' | 'messages'> {
  return {
    title: `${numberText(skipped.length)} items were changed elsewhere and left alone.`,
    messages: listed(skipped.map(({ change, fields }) => nameOf(library, change, fields))),
  };
}

function storedName({ answer }: Skipped): string | null {
  return answer !== null && 'name' in answer && typeof answer.name === 'string' ? answer.name : null;
}

/** The change without its guard, and without the fields that the server has already set. */
function onlyFields(
  { if: guard = {}, ...rest }: Extract<LibraryChange, { readonly if?: object }>,
  fields: readonly string[],
): LibraryChange {
  for (const field of Object.keys(guard)) if (!fields.includes(field)) Reflect.deleteProperty(rest, field);
  return rest;
}

function recordOf(library: Library, change: LibraryChange): object | undefined {
  const subject = subjectOf(change);
  if (subject === null) return undefined;
  return library[subject.kind](subject.id);
}
