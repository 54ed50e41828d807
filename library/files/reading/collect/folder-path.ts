import { TOP } from '#library/files/library-file.ts';

import type { Collector } from './collector.ts';
import type { Fields } from './fields.ts';
import type { RawEntry } from './raw-entry.ts';

/** A folder that is created when its position is first needed. So empty roots of a browser are never created. */
export class FolderPath {
  readonly #collector: Collector;
  readonly #parent: FolderPath | null;
  readonly #name: string | null;
  #position: number | null;

  private constructor(collector: Collector, parent: FolderPath | null, name: string | null) {
    this.#collector = collector;
    this.#parent = parent;
    this.#name = name;
    this.#position = parent === null ? TOP : null;
  }

  static top(collector: Collector): FolderPath {
    return new FolderPath(collector, null, null);
  }

  get isTop(): boolean {
    return this.#parent === null;
  }

  child(name: string | null): FolderPath {
    return new FolderPath(this.#collector, this, name);
  }

  /** A child that is created even if it has no links. */
  madeChild(name: string | null): FolderPath {
    const child = this.child(name);
    child.position();
    return child;
  }

  position(): number {
    if (this.#position !== null) return this.#position;
    const missing: FolderPath[] = [this];
    // A loop, because thousands of levels would exhaust the stack.
    for (let at = this.#parent; at !== null && at.#position === null; at = at.#parent) missing.push(at);
    for (const folder of missing.toReversed()) {
      const parent = folder.#parent === null ? TOP : folder.#parent.#position;
      folder.#position = this.#collector.folder(parent ?? TOP, folder.#name);
    }
    return this.#position ?? TOP;
  }

  /** Adds a link to this folder, and tells the fields that were not read. */
  collect(fields: Fields, entry: RawEntry): void {
    fields.collect({ ...entry, folders: [this.position()] }, this.#collector);
  }
}

/** The nodes of one folder. */
export interface TreeLevel<Node> {
  readonly nodes: readonly Node[];
  readonly folder: FolderPath;
}

/**
 * Visits the nodes of a tree in order. `visit` returns the nodes inside a node, or nothing for a leaf. Uses a loop, because
 * thousands of levels would exhaust the stack.
 */
export function walkTree<Node>(
  top: TreeLevel<Node>,
  visit: (node: Node, folder: FolderPath) => readonly TreeLevel<Node>[],
): void {
  const open = [{ ...top, next: 0 }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    if (level.next >= level.nodes.length) {
      open.pop();
      continue;
    }
    const node = level.nodes[level.next];
    level.next += 1;
    if (node !== undefined)
      for (const inner of visit(node, level.folder).toReversed()) open.push({ ...inner, next: 0 });
  }
}
