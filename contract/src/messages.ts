import { ENTITY_MESSAGES } from '@foldmark/library/entities/messages';

/** The error catalogue of the specification's section 8, word for word. */
export const MESSAGES = {
  ...ENTITY_MESSAGES,
  emailMissing: 'Please enter your email.',
  emailsDiffer: 'Emails must match.',
  passwordTooShort: 'Password too short.',
  passwordsDiffer: 'Passwords must match.',
  emailRequired: 'Email required.',
  botCheck: 'You must verify you are not a bot.',
  terms: 'You must agree to our Terms of Service and Privacy Policy.',
  fileRequired: 'File Required',
  uploadFailed: 'There was an error uploading your file.',
  otherCredential: 'Email is already registered. Please login with your email and password.',
  loginFailedTryAgain: 'Login failed. Please try again.',
  loginFailed: 'Login failed.',
  emailRegistered: 'Email address already registered.',
  passwordTooWeak: 'Password too weak.',
  emailUnavailable: 'Email unavailable.',
  emailInvalid: 'Invalid email.',
  passwordResetFailed: 'Password reset failed.',
} as const;
