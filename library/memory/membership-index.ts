import type { Key } from './keys.ts';

const NONE: readonly Key[] = [];

/** Indexes the memberships by folder and by link, and counts the active links of each folder. */
export class MembershipIndex {
  readonly #links = new Map<Key, Set<Key>>();
  readonly #folders = new Map<Key, readonly Key[]>();
  readonly #counts = new Map<Key, number>();
  readonly #isActive: (link: Key) => boolean;
  readonly #onCount: (folder: Key, difference: number) => void;

  /** Call `linkChanged` after the `isActive` of a link has changed. */
  constructor(isActive: (link: Key) => boolean, onCount: (folder: Key, difference: number) => void) {
    this.#isActive = isActive;
    this.#onCount = onCount;
  }

  linksIn(folder: Key): ReadonlySet<Key> | undefined {
    return this.#links.get(folder);
  }

  /** The folders of a link. The list keeps its identity until its content changes. */
  foldersOf(link: Key): readonly Key[] {
    return this.#folders.get(link) ?? NONE;
  }

  count(folder: Key): number {
    return this.#counts.get(folder) ?? 0;
  }

  add(folder: Key, link: Key): void {
    const links = this.#links.get(folder) ?? new Set();
    if (links.has(link)) return;
    this.#links.set(folder, links.add(link));
    this.#folders.set(link, [...this.foldersOf(link), folder]);
    if (this.#isActive(link)) this.#counted(folder, 1);
  }

  remove(folder: Key, link: Key): void {
    if (this.#links.get(folder)?.delete(link) !== true) return;
    const rest = this.foldersOf(link).filter((other) => other !== folder);
    if (rest.length > 0) this.#folders.set(link, rest);
    else this.#folders.delete(link);
    if (this.#isActive(link)) this.#counted(folder, -1);
  }

  linkChanged(link: Key, wasActive: boolean, isActive: boolean): void {
    if (wasActive === isActive) return;
    for (const folder of this.foldersOf(link)) this.#counted(folder, isActive ? 1 : -1);
  }

  #counted(folder: Key, difference: number): void {
    this.#counts.set(folder, this.count(folder) + difference);
    this.#onCount(folder, difference);
  }
}
