/** The tooltip of a button that has a key: 'New Folder (f)'. */
export function withShortcut(label: string, shortcut: string): string {
  return shortcut === '' ? label : `${label} (${shortcut})`;
}
