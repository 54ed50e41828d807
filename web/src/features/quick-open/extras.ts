import type { BoundCommand } from '#web/commands/command.ts';
import { fold } from '@foldmark/library/search/fold';
import { shownName } from '@foldmark/library/entities/link-text';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

import type { Extra } from './finder.ts';
import { lettersOf } from './fuzzy.ts';
import { isThere, type Item, itemId, recentLinksOf } from './items.ts';

/** Among equal matches, commands come first, then folders. */
const COMMAND_BONUS = 40;
const FOLDER_BONUS = 20;

/** The folders, commands and recent links to search. When folders change, folds only the new names. */
export class Extras {
  readonly #library: Library;
  readonly #recentLinks: readonly Key[];
  readonly #recency: ReadonlyMap<string, number>;
  readonly #commands: readonly Extra<Item>[];
  #tree: FolderTree | null = null;
  #folders: ReadonlyMap<Key, Extra<Item>> = new Map();

  constructor(library: Library, commands: readonly BoundCommand[], recent: readonly Item[]) {
    this.#library = library;
    this.#recentLinks = recentLinksOf(recent);
    this.#recency = new Map(recent.map((item, index) => [itemId(item), index]));
    this.#commands = commands.map((command) =>
      this.#extra({ kind: 'command', command }, command.label, COMMAND_BONUS),
    );
  }

  /** The commands, folders and recent links that exist now. */
  list(): readonly Extra<Item>[] {
    this.#updateFolders();
    const links = this.#recentLinks.flatMap((key) => {
      const item = { kind: 'link', key } as const;
      const link = isThere(item, this.#library) ? this.#library.link(key) : undefined;
      return link === undefined ? [] : [this.#extra(item, shownName(link.name, link.url), 0)];
    });
    return [...this.#commands, ...this.#folders.values(), ...links];
  }

  #updateFolders(): void {
    const before = this.#tree;
    const { tree } = this.#library;
    if (tree === before) return;
    const known = this.#folders;
    this.#tree = tree;
    this.#folders = new Map(
      tree.visible.map((key) => {
        const name = tree.name(key);
        const same = before?.name(key) === name ? known.get(key) : undefined;
        return [key, same ?? this.#extra({ kind: 'folder', key }, name, FOLDER_BONUS)];
      }),
    );
  }

  #extra(value: Item, text: string, bonus: number): Extra<Item> {
    const name = fold(text);
    return { value, name, letters: lettersOf(name), bonus, recency: this.#recency.get(itemId(value)) };
  }
}
