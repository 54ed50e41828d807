/** The stages of `npm test`, in execution order. */
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
