/** The tooltip of a button with a shortcut, for example 'New Folder (f)'. */
export function withShortcut(label: string, shortcut: string): string {
  return shortcut === '' ? label : `${label} (${shortcut})`;
}
