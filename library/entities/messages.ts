/** The errors of the specification's section 8 that concern a field of a link or folder, word for word. */
export const ENTITY_MESSAGES = {
  urlMissing: 'Please enter a url.',
  nameMissing: 'Please enter a name.',
} as const;
