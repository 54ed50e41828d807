import {
  type Applied,
  fieldEdit,
  gone,
  isEdited,
  type Refusal,
  type RecordView,
} from '#library/changes/change.ts';
import type { LinkValues } from '#library/changes/edits.ts';
import { placeholderName } from '#library/entities/link-url.ts';

/** Sets those values of a link that are still the expected ones. */
export function setLinkValues(
  view: RecordView,
  link_id: number,
  wanted: LinkValues,
  expected: LinkValues | undefined,
): Applied | Refusal {
  const link = view.link(link_id);
  if (link === undefined) return gone('link');
  // If the name is the title that a job has read, it counts as unedited.
  const isTitle = link.name === link.page_title && expected?.name === placeholderName(link.url);
  const values = fieldEdit<LinkValues>(link, wanted, isTitle ? { ...expected, name: link.name } : expected);
  const { before, after, leftAlone } = values;
  return {
    edits: isEdited(values) ? [{ table: 'links', key: { link_id }, before, after }] : [],
    leftAlone,
  };
}
