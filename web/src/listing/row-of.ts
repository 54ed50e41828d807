/** The index of the row that contains this element. */
export function rowOf(target: unknown, scroller: HTMLElement | null): number | null {
  if (!(target instanceof Element) || scroller?.contains(target) !== true) return null;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return row === undefined ? null : Number(row);
}
