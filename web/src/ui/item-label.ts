/** The name of the item that a control acts on, or the id of the element that shows the name. */
export type ItemName =
  | { readonly name: string; readonly nameId?: never }
  | { readonly nameId: string; readonly name?: never };

/**
 * Labels a control with what it does and the name of its item: 'Select Wikipedia'. With the id of the name, the attributes stay
 * the same when the row gets another item.
 */
export function itemLabel(action: string, { name, nameId }: ItemName) {
  if (nameId === undefined) return { 'aria-label': `${action} ${name}` };
  const id = `${nameId}-${action.replaceAll(' ', '-')}`;
  return { id, 'aria-label': action, 'aria-labelledby': `${id} ${nameId}` };
}
