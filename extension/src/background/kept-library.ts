import type { Library } from '@foldmark/library/memory/library';

/** The library in the memory of the worker, so that each letter in the address bar does not read it again. */
export class KeptLibrary {
  readonly #open: () => Promise<Library>;
  #library: Promise<Library> | null = null;

  constructor(open: () => Promise<Library>) {
    this.#open = open;
  }

  async get(): Promise<Library> {
    const library = (this.#library ??= this.#open());
    try {
      return await library;
    } catch (thrown) {
      if (this.#library === library) this.#library = null;
      throw thrown;
    }
  }

  /** Reads the library again when it is next needed. */
  forget(): void {
    this.#library = null;
  }
}
