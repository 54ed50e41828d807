import * as z from 'zod/mini';

import { accountDeletedSchema, botChallengeSchema, healthSchema, uploadGrantedSchema } from './answers.ts';
import {
  authUserSchema,
  deletedSchema,
  favoriteSchema,
  folderLinkSchema,
  folderSchema,
  linkSchema,
  userSchema,
} from './entities.ts';
import type { FailureCode } from './failures.ts';
import {
  favoriteToggleSchema,
  folderCreateSchema,
  folderIdSchema,
  folderImageSchema,
  folderMoveSchema,
  folderUpdateSchema,
  linkCreateSchema,
  linkIdSchema,
  linkImageSchema,
  linkUpdateSchema,
  loginRegisterSchema,
  membershipSchema,
  nothingSchema,
  trashEmptySchema,
  uploadGrantSchema,
  userDeleteSchema,
  userUpdateSchema,
} from './inputs.ts';

export interface Endpoint {
  readonly summary: string;
  /** What the caller must have: nothing, a valid ID token, or a profile too. */
  readonly needs: 'nothing' | 'token' | 'profile';
  readonly input: z.core.$ZodType;
  readonly answer: z.core.$ZodType;
  /** The failures of this call, beyond those every call shares. */
  readonly failures: readonly FailureCode[];
  /** A subscription makes the answer needless: `Prefer: return=minimal` gets 204 without a body. */
  readonly minimal?: true;
  /** Makes something new: a repeat with the same `Idempotency-Key` makes nothing more and gets the first answer. */
  readonly keyed?: true;
}

/** What any call can fail with. */
export const SHARED_FAILURES = [
  'malformed',
  'notAnObject',
  'forbiddenKey',
  'tooDeep',
  'wrongMethod',
  'tooLarge',
  'wrongType',
  'badRequestKey',
  'unknownApp',
  'unexpected',
] as const satisfies readonly FailureCode[];

/** What a call can fail with because of what it needs. */
export const FAILURES_OF_NEED = {
  nothing: [],
  token: ['notSignedIn', 'tooManyCalls'],
  profile: ['notSignedIn', 'tooManyCalls', 'noProfile'],
} as const satisfies Record<Endpoint['needs'], readonly FailureCode[]>;

/** The one table of calls: the dispatcher, the typed client, the tests and docs/api.md all come from it. */
export const ENDPOINTS = {
  '/health/': {
    summary: 'Says that the API is up, and which version.',
    needs: 'nothing',
    input: nothingSchema,
    answer: healthSchema,
    failures: [],
  },
  '/users/bot-challenge/': {
    summary: 'A proof-of-work challenge to solve before registering with email and password.',
    needs: 'nothing',
    input: nothingSchema,
    answer: botChallengeSchema,
    failures: [],
  },
  '/users/login-register/': {
    summary:
      'Creates the profile at the first call and answers it at every call. A new account with email and password must send a solved challenge. If an unconfirmed password account filled this library before the owner of the address logged in with Google, the call fails until `keep_earlier` keeps the library or `/users/delete/` deletes it.',
    needs: 'token',
    input: loginRegisterSchema,
    answer: userSchema,
    failures: ['otherUser', 'notVerifiedHuman', 'noProfile', 'earlierLibrary', 'earlierAccount'],
  },
  '/users/get/': {
    summary: 'The public part of the profile.',
    needs: 'profile',
    input: nothingSchema,
    answer: userSchema,
    failures: [],
  },
  '/users/get-auth/': {
    summary: 'The whole profile.',
    needs: 'profile',
    input: nothingSchema,
    answer: authUserSchema,
    failures: ['earlierLibrary'],
  },
  '/users/update/': {
    summary: 'Changes the given fields of the profile.',
    needs: 'profile',
    input: userUpdateSchema,
    answer: userSchema,
    failures: [],
  },
  '/users/delete/': {
    summary:
      'Deletes the account and all its data, at once and for ever. With `only_disputed` the call fails if the owner has kept the library since `earlierLibrary` was answered.',
    needs: 'token',
    input: userDeleteSchema,
    answer: accountDeletedSchema,
    failures: ['libraryKept'],
  },
  '/favorites/list/': {
    summary: 'All favorites.',
    needs: 'profile',
    input: nothingSchema,
    answer: z.array(favoriteSchema),
    failures: [],
  },
  '/favorites/toggle/': {
    summary:
      "Makes a link or folder a favorite, or no longer one, and answers all favorites. With `is_favorite` it is then what that says, however often it is called. `folder_id` with `kind` 'folder' is understood too.",
    needs: 'profile',
    input: favoriteToggleSchema,
    answer: z.array(favoriteSchema),
    failures: ['noSuchLink', 'noSuchFolder', 'busy'],
    minimal: true,
  },
  '/folders/get/': {
    summary: 'One folder.',
    needs: 'profile',
    input: folderIdSchema,
    answer: folderSchema,
    failures: ['noSuchFolder'],
  },
  '/folders/list/': {
    summary: 'All folders by name, whatever the case.',
    needs: 'profile',
    input: nothingSchema,
    answer: z.array(folderSchema),
    failures: [],
  },
  '/folders/create/': {
    summary: 'Creates a folder, at the top unless a parent is given.',
    needs: 'profile',
    input: folderCreateSchema,
    answer: folderSchema,
    failures: ['noSuchParent', 'busy'],
    keyed: true,
  },
  '/folders/update/': {
    summary: 'Renames a folder, puts it into the trash or takes it out.',
    needs: 'profile',
    input: folderUpdateSchema,
    answer: folderSchema,
    failures: ['noSuchFolder', 'busy'],
  },
  '/folders/update-parent/': {
    summary: 'Moves a folder into another, or to the top with 0.',
    needs: 'profile',
    input: folderMoveSchema,
    answer: folderSchema,
    failures: ['noSuchFolder', 'noSuchParent', 'folderInItself', 'busy'],
  },
  '/folders/update-image/': {
    summary:
      'Gives a folder an uploaded image; empty bucket and key remove it. `bucket` and `key` are understood too.',
    needs: 'profile',
    input: folderImageSchema,
    answer: folderSchema,
    failures: ['noSuchFolder', 'noImages', 'busy'],
  },
  '/folders/add-link/': {
    summary: 'Puts a link into a folder; a second time answers the same membership.',
    needs: 'profile',
    input: membershipSchema,
    answer: folderLinkSchema,
    failures: ['noSuchFolder', 'noSuchLink', 'busy'],
  },
  '/folders/remove-link/': {
    summary: 'Takes a link out of a folder and answers all memberships.',
    needs: 'profile',
    input: membershipSchema,
    answer: z.array(folderLinkSchema),
    failures: ['notInFolder', 'busy'],
    minimal: true,
  },
  '/folders/delete/': {
    summary: 'Deletes a folder in the trash for ever, with the folders below it and never a link.',
    needs: 'profile',
    input: folderIdSchema,
    answer: deletedSchema,
    failures: ['noSuchFolder', 'notInTrash', 'busy'],
    minimal: true,
  },
  '/folder-links/list/': {
    summary: 'All memberships of links in folders.',
    needs: 'profile',
    input: nothingSchema,
    answer: z.array(folderLinkSchema),
    failures: [],
  },
  '/links/get/': {
    summary: 'One link.',
    needs: 'profile',
    input: linkIdSchema,
    answer: linkSchema,
    failures: ['noSuchLink'],
  },
  '/links/list/': {
    summary: 'All links by url.',
    needs: 'profile',
    input: nothingSchema,
    answer: z.array(linkSchema),
    failures: [],
  },
  '/links/create/': {
    summary: 'Saves a link under its url; title and icon of the page follow later.',
    needs: 'profile',
    input: linkCreateSchema,
    answer: linkSchema,
    failures: ['busy'],
    keyed: true,
  },
  '/links/update/': {
    summary: 'Changes a link, puts it into the trash or takes it out.',
    needs: 'profile',
    input: linkUpdateSchema,
    answer: linkSchema,
    failures: ['noSuchLink', 'busy'],
  },
  '/links/update-image/': {
    summary:
      'Gives a link an uploaded image; empty bucket and key remove it. `bucket` and `key` are understood too.',
    needs: 'profile',
    input: linkImageSchema,
    answer: linkSchema,
    failures: ['noSuchLink', 'noImages', 'busy'],
  },
  '/links/delete/': {
    summary: 'Deletes a link in the trash for ever, from every folder and the favorites too.',
    needs: 'profile',
    input: linkIdSchema,
    answer: deletedSchema,
    failures: ['noSuchLink', 'notInTrash', 'busy'],
    minimal: true,
  },
  '/trash/empty/': {
    summary:
      'Deletes everything in the trash for ever; with `link_ids` or `folder_ids` only what is among them, so items that another tab has moved there meanwhile are kept.',
    needs: 'profile',
    input: trashEmptySchema,
    answer: deletedSchema,
    failures: ['busy'],
    minimal: true,
  },
  '/uploads/grant/': {
    summary:
      'Allows this browser to upload one image to the given key. `identity_id` and `token` become credentials at the identity pool, for this key alone.',
    needs: 'profile',
    input: uploadGrantSchema,
    answer: uploadGrantedSchema,
    failures: ['tooManyUploads', 'noImages', 'busy'],
  },
} as const satisfies Record<string, Endpoint>;

type Table = typeof ENDPOINTS;
export type Path = keyof Table;

/** Calls that anybody may make. */
export type OpenPath = { [P in Path]: Table[P]['needs'] extends 'nothing' ? P : never }[Path];
export type SignedInPath = Exclude<Path, OpenPath>;

/** What a client sends. */
export type Input<P extends Path> = z.input<Table[P]['input']>;
/** What an operation receives: trimmed, completed, both readings made one. */
export type ParsedInput<P extends Path> = z.output<Table[P]['input']>;
/** What a call answers, with dates as Date. */
export type Answer<P extends Path> = z.output<Table[P]['answer']>;

export function isPath(text: string): text is Path {
  return Object.hasOwn(ENDPOINTS, text);
}

export function isOpenPath(path: Path): path is OpenPath {
  return ENDPOINTS[path].needs === 'nothing';
}

interface TypedEndpoint<P extends Path> extends Endpoint {
  readonly input: z.core.$ZodType<ParsedInput<P>, Input<P>>;
  readonly answer: z.core.$ZodType<Answer<P>, z.input<Table[P]['answer']>>;
}
const TYPED: { readonly [P in Path]: TypedEndpoint<P> } = ENDPOINTS;

/** A row of the table whose schemas keep the type of their path where the path is a type parameter. */
export function endpoint<P extends Path>(path: P): TypedEndpoint<P> {
  return TYPED[path];
}
