/** The key code of a key that an input method handles. */
const BY_INPUT_METHOD = 229;

/** Whether the key belongs to a composition. Safari sends the Enter that ends a composition after its end. */
export function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells Safari's Enter from another
  return event.isComposing || event.keyCode === BY_INPUT_METHOD;
}
