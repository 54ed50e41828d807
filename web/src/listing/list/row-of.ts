/** The index of the row that contains this element. */
export function rowOf(target: unknown, scroller: HTMLElement | null): number | null {
  if (!(target instanceof Element) || scroller?.contains(target) !== true) return null;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return row === undefined ? null : Number(row);
}

/** The row that Tab stops at. Null if the list has no rows. */
export function currentRowIn(list: HTMLElement | null): HTMLElement | null {
  return list?.querySelector<HTMLElement>('[data-row][tabindex="0"]') ?? null;
}
