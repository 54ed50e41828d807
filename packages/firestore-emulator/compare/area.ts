import type * as fc from 'fast-check';

import type { Step } from '#firestore/compare/step.ts';

/** A part of the service with its random scenarios. Each step that prepares nothing is a case. */
export interface Area {
  readonly name: string;
  /** How often this area's turn comes. */
  readonly weight: number;
  readonly scenario: fc.Arbitrary<readonly Step[]>;
}
