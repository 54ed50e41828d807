/** The stages of `npm test`. */
export const STAGES = [
  'check',
  'unit',
  'rules',
  'packages',
  'start',
  'deploy',
  'api',
  'bytes',
  'e2e',
  'browsers',
] as const;

export type Stage = (typeof STAGES)[number];

/**
 * How a run orders the stages. The lanes of a step run side by side, the stages of a lane one after the other. A lane that
 * mostly waits stands beside one that computes. Only one lane may build: `packages` packs what the suites of other stages run.
 */
export const STEPS: readonly (readonly (readonly Stage[])[])[] = [
  [['check']],
  [['unit', 'rules'], ['packages']],
  [['api'], ['deploy', 'browsers', 'start']],
  [['bytes']],
  [['e2e']],
];
