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
  'extension',
] as const;

export type Stage = (typeof STAGES)[number];

/**
 * The order of the stages in a run. The lanes of a step run in parallel, and the stages of a lane one after another. A lane that
 * mostly waits is beside one that computes. Only one lane may build: `packages` packs files that the suites of other stages run.
 */
export const STEPS: readonly (readonly (readonly Stage[])[])[] = [
  [['check']],
  [['unit', 'rules'], ['packages']],
  [['api'], ['deploy', 'browsers', 'extension', 'start']],
  [['bytes']],
  [['e2e']],
];
