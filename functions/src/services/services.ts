import type { BotChallenge } from '@foldmark/contract/answers';

import type { Allowance } from '#functions/allowance/memory-allowance.ts';
import type { Rates } from '#functions/allowance/rates.ts';
import type { Meter } from '#functions/allowance/meter.ts';
import type { CopySource } from '#functions/store/copy-source.ts';
import type { Library, SpentChallenge } from '#functions/store/library.ts';
import type { ImageDeletions } from '#functions/store/image-deletions.ts';
import type { Libraries } from '#functions/store/libraries.ts';
import type { IconStep, Step } from '#functions/store/steps.ts';
import type { Snapshots } from '#functions/store/snapshots/snapshots.ts';
import type { Accounts } from '#functions/services/accounts.ts';
import type { Connections } from '#functions/services/connections.ts';
import type { Grants } from '#functions/services/grants.ts';
import type { Author } from '#functions/store/action-documents.ts';
import type { ImageStore, Uploads } from '#functions/services/images.ts';
import type { OAuthClients } from '#functions/services/oauth-clients.ts';

export interface Log {
  readonly info: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly error: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** Distinguishes calls of the Foldmark app from calls of scripts. */
export interface AppCheck {
  /** Throws the failure `unknownApp` if the token is missing or invalid. Accepts every call if App Check is off. */
  verify(token: string | undefined): Promise<void>;
}

export interface BotCheck {
  challenge(): Promise<BotChallenge>;
  /** Returns null unless the solution solves an unexpired challenge that this deployment signed. */
  verify(solution: string): Promise<SpentChallenge | null>;
}

/** A task to read the page of a saved link. */
export interface PageJob {
  readonly uid: string;
  readonly link_id: number;
  readonly url: string;
}

/** The dependencies of operations and jobs. Each heavy one loads on first use. */
export interface Services {
  readonly version: string;
  readonly log: Log;
  readonly appCheck: AppCheck;
  readonly accounts: Accounts;
  readonly botCheck: BotCheck;
  readonly allowance: Allowance;
  readonly rates: Pick<Rates, 'count'>;
  readonly uploads: Uploads;
  /** The origin of the app, which is the issuer of its tokens. */
  readonly issuer: () => string;
  now(): Date;
  newId(): string;
  /**
   * If `mark` is set, transactions skip documents that an earlier transaction with the same mark has changed. With an `author`, their
   * actions name the app.
   */
  library(uid: string, meter?: Meter, mark?: string | null, author?: Author | null): Promise<Library>;
  grants(meter?: Meter): Promise<Grants>;
  readonly oauthClients: OAuthClients;
  connections(meter?: Meter): Promise<Connections>;
  libraries(): Promise<Pick<Libraries, keyof Libraries>>;
  snapshots(uid: string, meter?: Meter): Promise<Snapshots>;
  /** Reads a library for the copy that an app keeps. */
  copySource(uid: string, meter?: Meter): Promise<CopySource>;
  imageDeletions(): Promise<Pick<ImageDeletions, keyof ImageDeletions>>;
  readPageLater(job: PageJob): Promise<void>;
  /** Queues the task of a step. `changes` is the number of changes that the whole job undoes or redoes. */
  doStepLater(step: Step, changes?: number): Promise<void>;
  /** Queues the task that fetches the icon of a site. `entries` is the number of links in the whole job. */
  fetchIconLater(step: IconStep, entries?: number): Promise<void>;
  /** Queues the task that writes the snapshot of a library. */
  writeSnapshotLater(uid: string): Promise<void>;
  /** Returns null if the settings name no bucket or role. */
  imageStore(): Promise<ImageStore | null>;
  /** Returns a small WebP of a picture from the web, or null if it is unusable. */
  shrinkPicture(bytes: Uint8Array): Promise<Uint8Array | null>;
  /** The limit of images without a document. Above it, and above half of all images, an operator has to check. */
  orphanImagesMax(): number;
}
