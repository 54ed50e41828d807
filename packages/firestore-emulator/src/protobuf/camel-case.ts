/** The JSON name of a field, from its name in the .proto file. */
export function camelCase(name: string): string {
  return name.replaceAll(/_(?<letter>[a-z])/gu, (_match, letter: string) => letter.toUpperCase());
}
