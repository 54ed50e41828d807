/** What is known of a request, by condition key in lower case. A key that is not there is not known. */
export type Facts = ReadonlyMap<string, readonly string[]>;

const VARIABLE = /\$\{(?<name>[^}]*)\}/gu;
const LITERALS: ReadonlySet<string> = new Set(['*', '?', '$']);

/** Fills `${aws:username}` and its like in; null where one has no single value, since then nothing matches. */
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
