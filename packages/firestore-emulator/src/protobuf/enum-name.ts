/** An enum comes as a number by gRPC, as its name in JSON; `names` are in the order of the numbers. */
export function enumName<Name extends string>(value: unknown, names: readonly Name[]): Name | undefined {
  return typeof value === 'number' ? names[value] : names.find((name) => name === value);
}
