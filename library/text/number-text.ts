const NUMBER = new Intl.NumberFormat('en');

/** For example '1,204'. All numbers in texts are written like this. */
export function numberText(count: number): string {
  return NUMBER.format(count);
}
