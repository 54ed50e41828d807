import type { FolderPath } from './folder-path.ts';

/** Nodes in one folder. */
export interface TreeLevel<Node> {
  readonly nodes: readonly Node[];
  readonly folder: FolderPath;
}

/**
 * Visits the nodes of a tree in their order. `visit` returns the nodes inside, or nothing for a leaf. It's a loop, because
 * thousands of levels would exhaust the stack of JavaScript.
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
