import * as fc from 'fast-check';

import type { LibraryChange } from '#library/changes/changes.ts';

const kind = <K extends string>(value: K) => fc.constant(value);

/** Generates the changes that undo can revert: all except deletions forever. */
export function anyChange(): fc.Arbitrary<LibraryChange> {
  const id = fc.integer({ min: 1, max: 4 });
  const name = fc.constantFrom('A', 'B', 'https://a.example/');
  const status_id = fc.constantFrom(1 as const, 2 as const);
  return fc.oneof(
    fc.record({
      kind: kind('link.create'),
      ref: fc.constant(-1),
      url: fc.constantFrom('https://a.example/', 'https://d.example/'),
    }),
    fc.record({
      kind: kind('folder.create'),
      ref: fc.constant(-1),
      name,
      parent_folder_id: fc.integer({ min: 0, max: 4 }),
    }),
    fc.record({ kind: kind('link.set'), link_id: id, name, status_id, note: fc.constantFrom('', 'x', 'y') }),
    fc.record({
      kind: kind('link.image'),
      link_id: id,
      s3_bucket: fc.constant('b'),
      s3_key: fc.constantFrom('', 'k'),
    }),
    fc.record({
      kind: kind('folder.set'),
      folder_id: id,
      name,
      status_id,
      icon: fc.constantFrom('', '📚', 'red'),
    }),
    fc.record({ kind: kind('folder.move'), folder_id: id, parent_folder_id: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ kind: kind('member.set'), folder_id: id, link_id: id, present: fc.boolean() }),
    fc.record({
      kind: kind('favorite.set'),
      object_type: fc.constantFrom('link' as const, 'folder' as const),
      object_id: id,
      on: fc.boolean(),
    }),
    fc.record({ kind: kind('link.distinct'), link_id: id, other_id: id, distinct: fc.boolean() }),
    fc.record({ kind: kind('link.merge'), link_id: id, into_id: id }),
    fc.record({ kind: kind('user.set'), display_name: name }),
  );
}

/** Gives each created object its own id. */
export function numbered(from: number) {
  return (change: LibraryChange, index: number): LibraryChange =>
    'ref' in change ? { ...change, ref: from + index } : change;
}
