import { PLEASE_LOG_IN, UNEXPECTED } from './failure-texts.ts';
import { GRANTS_MAX_COUNT, UPLOADS_A_DAY } from './limits.ts';
import { MESSAGES } from './messages.ts';

/**
 * The failures of calls, by the `code` of the answer: its HTTP status and its `primary_error`. Invalid input is not in this
 * table: its answer is a 400 with the code 'invalid' and a list of `errors`.
 */
export const FAILURES = {
  malformed: { status: 400, primary_error: 'The request is not valid JSON.' },
  notAnObject: { status: 400, primary_error: 'The request must be a JSON object.' },
  forbiddenKey: { status: 400, primary_error: 'The request has a field name that is not allowed.' },
  tooDeep: { status: 400, primary_error: 'The request is nested too deeply.' },
  notSignedIn: { status: 401, primary_error: PLEASE_LOG_IN },
  unknownApp: {
    status: 401,
    primary_error: "Your browser couldn't be verified. Please reload the page and try again.",
  },
  tokenInUrl: {
    status: 400,
    primary_error:
      'A token belongs in the Authorization header, not in the address. Revoke it, because logs can contain it now.',
  },
  badToken: { status: 401, primary_error: 'This access token is not valid.' },
  tokenExpired: { status: 401, primary_error: 'This access token has expired.' },
  tokenRevoked: { status: 401, primary_error: 'This access token was revoked.' },
  tokenScope: { status: 403, primary_error: 'This access token does not allow this call.' },
  notByToken: { status: 403, primary_error: 'No access token allows this. Only you can do it, in Foldmark.' },
  otherAction: { status: 403, primary_error: 'An app can only continue or undo its own actions.' },
  tooManyGrants: {
    status: 403,
    primary_error: `You can connect ${GRANTS_MAX_COUNT} apps. Revoke one that you no longer use.`,
  },
  unknownClient: {
    status: 400,
    primary_error: "Foldmark doesn't know this app, so it can't be connected.",
  },
  wrongRedirect: {
    status: 400,
    primary_error:
      "This app asked to send you to an address that it hasn't registered, so it can't be connected.",
  },
  wrongUserCode: {
    status: 400,
    primary_error: 'This code is wrong or has expired. Check it on your device, or get a new one there.',
  },
  staleSession: { status: 403, primary_error: 'Please confirm that it is you, and try again.' },
  noSuchGrant: { status: 404, primary_error: 'This app is not connected.' },
  noProfile: { status: 403, primary_error: 'This account has no profile yet. Please log in again.' },
  otherUser: { status: 403, primary_error: 'This account belongs to another user.' },
  earlierLibrary: {
    status: 403,
    primary_error:
      'Your email address was used here before. Log in again to choose what happens to those links.',
  },
  earlierAccount: {
    status: 403,
    primary_error:
      'Your email address had an empty account from before, which has been removed. Please log in again.',
  },
  libraryKept: {
    status: 409,
    primary_error: 'These links were kept in another tab or on another device, so nothing was deleted.',
  },
  notVerifiedHuman: { status: 403, primary_error: MESSAGES.botCheck },
  noSuchPath: { status: 404, primary_error: 'There is no API call at this path.' },
  noSuchLink: { status: 404, primary_error: 'This link does not exist.' },
  noSuchFolder: { status: 404, primary_error: 'This folder does not exist.' },
  noSuchParent: { status: 404, primary_error: 'The target folder does not exist.' },
  notInFolder: { status: 404, primary_error: 'The link is not in this folder.' },
  wrongMethod: { status: 405, primary_error: 'This call accepts POST only.' },
  folderInItself: {
    status: 409,
    primary_error: "A folder can't be moved into itself or one of its sub-folders.",
  },
  notInTrash: { status: 409, primary_error: 'Only items in the trash can be deleted forever.' },
  tooLarge: { status: 413, primary_error: 'The request is too large.' },
  wrongType: { status: 415, primary_error: 'The request must be JSON.' },
  badRequestKey: {
    status: 400,
    primary_error: 'The Idempotency-Key must be 8 to 64 letters, digits, dashes or underscores.',
  },
  badCursor: {
    status: 400,
    primary_error:
      'since must come from an earlier answer of this call. Without it, the library starts again.',
  },
  keyReused: {
    status: 409,
    primary_error: 'The Idempotency-Key or the action_id was used before, with other content.',
  },
  noSuchAction: { status: 404, primary_error: 'This action does not exist or is older than 30 days.' },
  actionUndone: { status: 409, primary_error: 'This action is being undone, so the rest of it is not done.' },
  actionBusy: {
    status: 409,
    primary_error: 'This action is not finished yet. Please try again in a moment.',
  },
  importIncomplete: {
    status: 409,
    primary_error: 'Parts of this import are missing. Please choose the file again.',
  },
  importBegun: { status: 409, primary_error: 'This import has begun, so it takes no more parts.' },
  importTooLarge: {
    status: 413,
    primary_error: 'This part of the import is too large.',
  },
  iconsBusy: {
    status: 409,
    primary_error: "Icons of another import are being fetched. Please try again when they're done.",
  },
  busy: { status: 429, primary_error: 'Too many changes at once. Please try again.' },
  tooManyCalls: {
    status: 429,
    primary_error: 'Too many requests. Please wait a minute and try again.',
  },
  tooManyUploads: {
    // Not 429, because clients retry a 429 within seconds.
    status: 403,
    primary_error: `You can upload ${UPLOADS_A_DAY} images a day. Please try again tomorrow.`,
  },
  noImages: {
    status: 503,
    primary_error: "Couldn't reach the image storage. Please try again.",
  },
  unexpected: { status: 500, primary_error: UNEXPECTED },
} as const;

export type FailureCode = keyof typeof FAILURES;

/** The answer of a call that fails with this code. */
export function failureAnswer(code: FailureCode): {
  readonly status: number;
  readonly body: { readonly code: FailureCode; readonly primary_error: string };
} {
  const { status, primary_error } = FAILURES[code];
  return { status, body: { code, primary_error } };
}
