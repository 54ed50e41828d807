/** gRPC sends an enum as a number, JSON as its name. `names` is in the order of the numbers. */
export function enumName<Name extends string>(value: unknown, names: readonly Name[]): Name | undefined {
  return typeof value === 'number' ? names[value] : names.find((name) => name === value);
}
