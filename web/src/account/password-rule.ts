/** The minimum of the identity provider, shown before a new password is typed. */
export const PASSWORD_RULE = 'At least 6 characters.';
