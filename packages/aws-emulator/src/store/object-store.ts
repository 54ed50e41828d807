import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { KeyedLock } from '#aws/store/keyed-lock.ts';

/** The metadata of an object. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  /** The MD5 of the content in hex, without quotes. */
  readonly etag: string;
  /** An ISO timestamp with whole seconds. */
  readonly lastModified: string;
  /** Stored response headers: Content-Type, Cache-Control, x-amz-meta-... */
  readonly headers: Readonly<Record<string, string>>;
  /** The client's checksums in Base64, by algorithm. */
  readonly checksums: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
}

/** The content is in a separate file, so that replacing an object only replaces a small JSON file. */
interface Entry {
  readonly object: StoredObject;
  readonly blob: string;
}

/** Content on disk without a key yet. */
export interface Upload {
  readonly blob: string;
  /** The store's sequence number when the upload began. A later delete of its key is a conflict. */
  readonly sequence: number;
}

export type PutOutcome = 'stored' | 'exists' | 'deleted meanwhile';

/**
 * A bucket on disk. `objects/` has a JSON file for each key. The hash of the key is the file name, so that a key can't be a
 * path. `blobs/` has the contents. A put syncs the content to disk and then renames the JSON file. So a crash leaves the old
 * or the new object, and at most an unused blob, which the next start deletes.
 */
export class ObjectStore {
  readonly #objects: string;
  readonly #blobs: string;
  readonly #entries = new Map<string, Entry>();
  readonly #locks = new KeyedLock();
  readonly #deletions = new Map<string, number>();
  #sequence = 0;

  private constructor(directory: string) {
    this.#objects = join(directory, 'objects');
    this.#blobs = join(directory, 'blobs');
  }

  static async open(directory: string): Promise<ObjectStore> {
    const store = new ObjectStore(directory);
    await mkdir(store.#objects, { recursive: true });
    await mkdir(store.#blobs, { recursive: true });
    await store.#load();
    return store;
  }

  find(key: string): StoredObject | null {
    return this.#entries.get(key)?.object ?? null;
  }

  /** The keys after `start` with this prefix, in byte order, as S3 lists them. */
  keysAfter(start: string, prefix: string): string[] {
    const after = Buffer.from(start);
    return [...this.#entries.keys()]
      .filter((key) => key.startsWith(prefix) && Buffer.from(key).compare(after) > 0)
      .map((key) => ({ key, bytes: Buffer.from(key) }))
      .sort((one, other) => one.bytes.compare(other.bytes))
      .map(({ key }) => key);
  }

  /** Reads the bytes from `start` to `end`. Null if the object was replaced or deleted since `find`. */
  async read(object: StoredObject, start: number, end: number): Promise<Readable | null> {
    const entry = this.#entries.get(object.key);
    if (entry?.object !== object) return null;
    if (start === end) return Readable.from([]);
    try {
      // An open file stays readable, even if the key is deleted.
      const file = await open(this.#blobFile(entry.blob), 'r');
      return file.createReadStream({ start, end: end - 1 });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Writes content to disk for a later `put`. Rejects with the error of the source. */
  async receive(bytes: AsyncIterable<Uint8Array>): Promise<Upload> {
    const upload = { blob: randomUUID(), sequence: this.#sequence };
    const file = await open(this.#blobFile(upload.blob), 'wx');
    try {
      for await (const chunk of bytes) await file.writeFile(chunk);
      await file.sync();
    } catch (error) {
      await this.discard(upload);
      throw error;
    } finally {
      await file.close();
    }
    return upload;
  }

  async discard({ blob }: Upload): Promise<void> {
    await rm(this.#blobFile(blob), { force: true });
  }

  /** Stores an upload at its key. With `onlyNew`, it does not replace an existing object. */
  async put(upload: Upload, object: StoredObject, onlyNew: boolean): Promise<PutOutcome> {
    return this.#locks.hold(object.key, async () => {
      const before = this.#entries.get(object.key);
      const refusal = onlyNew && this.#refusal(upload, object.key, before !== undefined);
      if (refusal !== false) {
        await this.discard(upload);
        return refusal;
      }
      await this.#write({ object, blob: upload.blob });
      if (before !== undefined) await rm(this.#blobFile(before.blob), { force: true });
      return 'stored';
    });
  }

  async tag(key: string, tags: StoredObject['tags']): Promise<boolean> {
    return this.#locks.hold(key, async () => {
      const entry = this.#entries.get(key);
      if (entry === undefined) return false;
      await this.#write({ ...entry, object: { ...entry.object, tags } });
      return true;
    });
  }

  /** Deletes an object. Returns false if the current object has another ETag than `etag`. */
  async remove(key: string, etag?: string): Promise<boolean> {
    return this.#locks.hold(key, async () => {
      const entry = this.#entries.get(key);
      if (entry === undefined) return true;
      if (etag !== undefined && entry.object.etag !== etag) return false;
      await rm(this.#objectFile(key), { force: true });
      await syncDirectory(this.#objects);
      this.#entries.delete(key);
      this.#deletions.set(key, (this.#sequence += 1));
      await rm(this.#blobFile(entry.blob), { force: true });
      return true;
    });
  }

  #refusal(upload: Upload, key: string, exists: boolean): PutOutcome | false {
    if (exists) return 'exists';
    return (this.#deletions.get(key) ?? 0) > upload.sequence && 'deleted meanwhile';
  }

  async #write(entry: Entry): Promise<void> {
    const file = this.#objectFile(entry.object.key);
    const pending = `${file}.pending`;
    const handle = await open(pending, 'w');
    try {
      await handle.writeFile(JSON.stringify(entry));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(pending, file);
    await syncDirectory(this.#objects);
    this.#entries.set(entry.object.key, entry);
  }

  async #load(): Promise<void> {
    for (const name of await readdir(this.#objects)) {
      const file = join(this.#objects, name);
      if (!name.endsWith('.json')) {
        await rm(file);
        continue;
      }
      const entry: Entry = JSON.parse(await readFile(file, 'utf8'));
      this.#entries.set(entry.object.key, entry);
    }
    const used = new Set([...this.#entries.values()].map(({ blob }) => blob));
    for (const name of await readdir(this.#blobs)) if (!used.has(name)) await rm(this.#blobFile(name));
  }

  #objectFile(key: string): string {
    return join(this.#objects, `${createHash('sha256').update(key).digest('hex')}.json`);
  }

  #blobFile(blob: string): string {
    return join(this.#blobs, blob);
  }
}

/** A rename or removal survives a power failure only after a sync of its directory. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
