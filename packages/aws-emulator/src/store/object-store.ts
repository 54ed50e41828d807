import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { KeyedLock } from '#aws/store/keyed-lock.ts';

/** What the store knows of an object beside its bytes. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  /** The MD5 of the bytes in hex, without quotes. */
  readonly etag: string;
  /** Whole seconds, ISO. */
  readonly lastModified: string;
  /** Headers that were stored and are served again: Content-Type, Cache-Control, x-amz-meta-... */
  readonly headers: Readonly<Record<string, string>>;
  /** Base64 by algorithm, as the client sent them. */
  readonly checksums: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
}

/** The file of the bytes has a name of its own, so that replacing an object replaces one small file. */
interface Entry {
  readonly object: StoredObject;
  readonly blob: string;
}

/** Bytes on disk that no key points to yet. */
export interface Upload {
  readonly blob: string;
  /** Of the store when the upload began: a delete of its key in between is a conflict. */
  readonly began: number;
}

export type PutOutcome = 'stored' | 'exists' | 'deleted meanwhile';

/**
 * One bucket on disk. `objects/` has a file of JSON per key, named by the key's hash, so that no key can name a path;
 * `blobs/` has the bytes. A key points to new bytes by one rename, after they have reached the disk: a crash leaves
 * the old object or the new one, and at most a blob that nobody points to, which the next start removes.
 */
export class ObjectStore {
  readonly #objects: string;
  readonly #blobs: string;
  readonly #entries = new Map<string, Entry>();
  readonly #locks = new KeyedLock();
  readonly #deletions = new Map<string, number>();
  #moment = 0;

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

  /** All keys behind `start` that begin with `prefix`, in the order of their bytes, as S3 lists them. */
  keysAfter(start: string, prefix: string): string[] {
    const after = Buffer.from(start);
    return [...this.#entries.keys()]
      .filter((key) => key.startsWith(prefix) && Buffer.from(key).compare(after) > 0)
      .map((key) => ({ key, bytes: Buffer.from(key) }))
      .sort((one, other) => one.bytes.compare(other.bytes))
      .map(({ key }) => key);
  }

  /** The bytes from `start` up to `end`, or null where the object has been replaced or removed since it was found. */
  async read(object: StoredObject, start: number, end: number): Promise<Readable | null> {
    const entry = this.#entries.get(object.key);
    if (entry?.object !== object) return null;
    if (start === end) return Readable.from([]);
    try {
      // Once it is open its bytes stay, whatever becomes of the key.
      const file = await open(this.#blobFile(entry.blob), 'r');
      return file.createReadStream({ start, end: end - 1 });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Writes bytes down; they are nobody's until `put`. Fails with whatever the source fails with. */
  async receive(bytes: AsyncIterable<Uint8Array>): Promise<Upload> {
    const upload = { blob: randomUUID(), began: this.#moment };
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

  /** Lets the key point to what was received. With `onlyNew` an object that is there stays as it is. */
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

  /** False where it is there with another content than that of `etag`. */
  async remove(key: string, etag?: string): Promise<boolean> {
    return this.#locks.hold(key, async () => {
      const entry = this.#entries.get(key);
      if (entry === undefined) return true;
      if (etag !== undefined && entry.object.etag !== etag) return false;
      await rm(this.#objectFile(key), { force: true });
      await syncDirectory(this.#objects);
      this.#entries.delete(key);
      this.#deletions.set(key, (this.#moment += 1));
      await rm(this.#blobFile(entry.blob), { force: true });
      return true;
    });
  }

  #refusal(upload: Upload, key: string, exists: boolean): PutOutcome | false {
    if (exists) return 'exists';
    return (this.#deletions.get(key) ?? 0) > upload.began && 'deleted meanwhile';
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
    const wanted = new Set([...this.#entries.values()].map(({ blob }) => blob));
    for (const name of await readdir(this.#blobs)) if (!wanted.has(name)) await rm(this.#blobFile(name));
  }

  #objectFile(key: string): string {
    return join(this.#objects, `${createHash('sha256').update(key).digest('hex')}.json`);
  }

  #blobFile(blob: string): string {
    return join(this.#blobs, blob);
  }
}

/** A rename or removal is safe from a power cut once its directory is on the disk. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
