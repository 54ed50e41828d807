const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + 10, last),
  PageUp: (at) => Math.max(at - 10, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** The position after a key, in a list of `count` rows. Null if the key does not move. */
export function movedBy(key: string, at: number, count: number): number | null {
  const move = MOVES[key];
  return move === undefined || count === 0 ? null : move(at, count - 1);
}

/** Whether a key belongs to an input method, which composes a character of several keys, or to a shortcut. */
export function isPlainKey({ isComposing, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !isComposing && !altKey && !ctrlKey && !metaKey;
}
