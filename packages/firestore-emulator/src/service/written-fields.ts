import type { FieldPath } from '#firestore/model/field-path.ts';
import type { Write } from '#firestore/model/write.ts';

/**
 * The fields that the writes of a document name in transforms and masks, as `request.writeFields` has them in the official
 * emulator. Null for a delete, and for a write of the whole document without transforms.
 */
export function writtenFields(writes: readonly Write[]): readonly FieldPath[] | null {
  const transformed: FieldPath[] = [];
  let masked: FieldPath[] | null = [];
  for (const write of writes) {
    if (write.kind === 'verify') continue;
    if (write.kind === 'delete') {
      transformed.length = 0;
      masked = null;
      continue;
    }
    transformed.push(...write.transforms.map(({ path }) => path));
    if (write.fields === null) continue;
    if (write.mask === null) masked = null;
    else masked?.push(...write.mask);
  }
  if (masked === null) return transformed.length === 0 ? null : transformed;
  return [...transformed, ...masked];
}
