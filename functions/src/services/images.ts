import type { UploadGranted } from '@foldmark/contract/answers';
import type { ObjectKind } from '@foldmark/library/entities/collections';

/** An image made of pixels, unlike SVG. */
export interface RasterImage {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** The file extension without the dot. */
  readonly extension: string;
}

/** Checks the images that browsers upload. */
export interface Uploads {
  /** True if the browser has uploaded an image of this kind to this bucket and key. */
  hasImage(kind: ObjectKind, bucket: string, key: string): Promise<boolean>;
  /** True if an upload may use this key. The object may be missing. */
  acceptsKey(key: string): Promise<boolean>;
}

/** The bucket of uploads, used with the functions' own role. */
export interface ImageStore {
  /** Permits a browser to put one image at this key. */
  grant(uid: string, key: string): Promise<UploadGranted>;
  /**
   * Stores the icon of a page for this user, so that the icon's site does not learn who looks at the link. Returns the key.
   * An equal icon is stored once, unless `isFresh` asks for a new key.
   */
  storeIcon(uid: string, icon: RasterImage, isFresh: boolean): Promise<string>;
  /** Stores the picture of a page, a WebP, in the same way. */
  storePicture(uid: string, picture: Uint8Array, isFresh: boolean): Promise<string>;
  /** True if the key is below an image folder of this deployment. */
  owns(key: string): boolean;
  /** Does nothing if the object is already deleted. */
  remove(key: string): Promise<void>;
  /** Lists all objects of a folder, page by page. */
  list(folder: ImageFolder): AsyncIterable<readonly StoredImage[]>;
}

/** The folders of images below the prefix. */
export type ImageFolder = 'links' | 'folders' | 'favicons' | 'pictures';

export interface StoredImage {
  readonly key: string;
  readonly modified: Date;
}
