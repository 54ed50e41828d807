import { numberText } from '#library/text/number-text.ts';

import type { Collector } from './collector.ts';

export const ENDS_EARLY = 'The file ends early. Everything before its end was read.';

/** Tells how many things were left out because Foldmark has no place for them. */
export function tellLeftOut(collector: Collector, count: number, one: string, many: string): void {
  if (count === 1) collector.tell(`1 ${one} was left out.`);
  else if (count > 1) collector.tell(`${numberText(count)} ${many} were left out.`);
}
