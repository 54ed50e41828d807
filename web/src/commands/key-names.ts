type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'>;

/**
 * The names of a pressed key in the table of commands: 'e', '?', 'Delete', 'Mod+k', 'Shift+Mod+z'. Mod is Ctrl or Cmd. Empty for
 * a key that commands may not use.
 */
export function keyNames({ key, altKey, ctrlKey, metaKey, shiftKey, repeat }: Press): readonly string[] {
  const hasModifier = ctrlKey || metaKey;
  // A held Delete would move one link after the other to the trash. A held Ctrl+Z keeps undoing.
  if (altKey || (repeat && !hasModifier)) return [];
  const isCharacter = key.length === 1 && key !== ' ';
  // With caps lock, a letter is upper-case.
  const name = isCharacter ? key.toLowerCase() : key === ' ' ? 'Space' : key;
  // Some keyboards have signs such as '?' on keys that need Shift.
  const isSign = isCharacter && name === key.toUpperCase();
  const shift = shiftKey && !isSign ? 'Shift+' : '';
  if (!hasModifier) return [shift + name];
  return [`${shift}Mod+${name}`, ...(ctrlKey ? [`${shift}Ctrl+${name}`] : [])];
}

const MOD = /Mac|iPhone|iPad/.test(globalThis.navigator.userAgent) ? '⌘' : 'Ctrl';
const SHOWN: Readonly<Record<string, string>> = { Mod: MOD, Escape: 'Esc' };

/** A key as the user reads it: 'Ctrl K' for 'Mod+k'. */
export function shownKey(name: string): string {
  const parts = name.split('+').map((part) => SHOWN[part] ?? part);
  return parts.map((part) => (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part)).join(' ');
}
