const NUMBER = new Intl.NumberFormat('en');

/** '1,204'. Every number in a text is written like this. */
export function numberText(count: number): string {
  return NUMBER.format(count);
}
