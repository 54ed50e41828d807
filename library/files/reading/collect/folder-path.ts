import { TOP } from '#library/files/library-file.ts';

import type { Collector } from './collector.ts';

/** A folder that arises when its position is first asked for, so that a browser's empty root doesn't. */
export class FolderPath {
  readonly #parent: FolderPath | null;
  readonly #name: string | null;
  #position: number | null;

  private constructor(parent: FolderPath | null, name: string | null) {
    this.#parent = parent;
    this.#name = name;
    this.#position = parent === null ? TOP : null;
  }

  static top(): FolderPath {
    return new FolderPath(null, null);
  }

  get isTop(): boolean {
    return this.#parent === null;
  }

  child(name: string | null): FolderPath {
    return new FolderPath(this, name);
  }

  position(collector: Collector): number {
    if (this.#position !== null) return this.#position;
    const missing: FolderPath[] = [this];
    // A loop, because thousands of levels would exhaust the stack.
    for (let at = this.#parent; at !== null && at.#position === null; at = at.#parent) missing.push(at);
    for (const folder of missing.toReversed()) {
      const parent = folder.#parent === null ? TOP : folder.#parent.#position;
      folder.#position = collector.folder(parent ?? TOP, folder.#name);
    }
    return this.#position ?? TOP;
  }
}
