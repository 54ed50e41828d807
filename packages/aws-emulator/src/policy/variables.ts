/** The values of a request's condition keys, by lower-case key. */
export type Facts = ReadonlyMap<string, readonly string[]>;

const VARIABLE = /\$\{(?<name>[^}]*)\}/gu;
const LITERALS: ReadonlySet<string> = new Set(['*', '?', '$']);

/** Replaces variables such as `${aws:username}`. Null if a variable has no single value, since the pattern can't match. */
export function withVariables(pattern: string, facts: Facts): string | null {
  let isKnown = true;
  const filledIn = pattern.replaceAll(VARIABLE, (_, name: string) => {
    if (LITERALS.has(name)) return name;
    const values = facts.get(name.toLowerCase()) ?? [];
    isKnown &&= values.length === 1;
    return values[0] ?? '';
  });
  return isKnown ? filledIn : null;
}
