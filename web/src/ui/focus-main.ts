/** Focuses the main area, so that Tab continues with its first control. */
export function focusMain(): void {
  const main = document.querySelector('main');
  if (main === null) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
