/** The parts of a package-lock.json (lockfileVersion 3) that decide which package is installed where. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
  readonly [other: string]: unknown;
}

type Ranges = Readonly<Record<string, string>>;

export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Ranges;
  readonly devDependencies?: Ranges;
  readonly optionalDependencies?: Ranges;
  readonly peerDependencies?: Ranges;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly [other: string]: unknown;
}

type EdgeKind = 'production' | 'development' | 'optional';

interface Edge {
  readonly name: string;
  readonly kind: EdgeKind;
}

/** A package's path in the root lock and in the new one. */
interface Place {
  readonly from: string;
  readonly to: string;
}

/**
 * The lock file of one workspace as a separate project, with exactly the versions of the root lock. npm can't write this file. It
 * would resolve versions with the registry, and leave out packages of other platforms (docs/decisions/036).
 */
export function workspaceLock(root: Lock, workspace: string): Lock {
  const self = root.packages[workspace];
  if (self === undefined) throw new Error(`package-lock.json has no workspace ${workspace}.`);
  const placed = placeAll(root, workspace);
  const reachedBy = (kinds: readonly EdgeKind[]) => reachable(root, workspace, placed, new Set(kinds));
  const reached = {
    withoutDevelopment: reachedBy(['production', 'optional']),
    withoutOptional: reachedBy(['production', 'development']),
    withoutBoth: reachedBy(['production']),
  };
  const packages: Record<string, LockedPackage> = { '': self };
  for (const [to, from] of [...placed].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (to === '') continue;
    const dev = !reached.withoutDevelopment.has(to);
    const optional = !reached.withoutOptional.has(to);
    const { dev: _, optional: __, devOptional: ___, ...entry } = entryOf(root, from);
    packages[to] = {
      ...entry,
      ...(dev ? { dev } : {}),
      ...(optional ? { optional } : {}),
      ...(!dev && !optional && !reached.withoutBoth.has(to) ? { devOptional: true } : {}),
    };
  }
  const { name, version } = self;
  return { name, version, lockfileVersion: 3, requires: true, packages };
}

/** Places each package as near to the root as possible without hiding another version from a dependant, as npm does. */
function placeAll(root: Lock, workspace: string): Map<string, string> {
  const placed = new Map([['', workspace]]);
  const queue: Place[] = [{ from: workspace, to: '' }];
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    for (const { name, kind } of edgesOf(entryOf(root, place.from))) {
      const from = resolveIn(name, place.from, (path) => root.packages[path] !== undefined);
      if (from === null) {
        if (kind === 'optional') continue;
        throw new Error(`package-lock.json lacks ${name}, which ${place.from} needs.`);
      }
      const found = resolveIn(name, place.to, (path) => placed.has(path));
      if (found !== null && placed.get(found) === from) continue;
      const to = below(found === null ? '' : place.to, name);
      placed.set(to, from);
      queue.push({ from, to });
    }
  }
  return placed;
}

/** The packages that npm reaches if it follows only these kinds of dependencies. */
function reachable(
  root: Lock,
  workspace: string,
  placed: ReadonlyMap<string, string>,
  kinds: ReadonlySet<EdgeKind>,
): ReadonlySet<string> {
  const found = new Set(['']);
  // The loop also visits paths that are added while it runs.
  for (const path of found) {
    for (const { name, kind } of edgesOf(entryOf(root, placed.get(path) ?? workspace))) {
      const to = kinds.has(kind) ? resolveIn(name, path, (at) => placed.has(at)) : null;
      if (to !== null) found.add(to);
    }
  }
  return found;
}

function edgesOf(entry: LockedPackage): Edge[] {
  const peers = edges(entry.peerDependencies, 'production');
  return [
    ...edges(entry.dependencies, 'production'),
    ...peers.filter(({ name }) => entry.peerDependenciesMeta?.[name]?.optional !== true),
    ...edges(entry.devDependencies, 'development'),
    ...edges(entry.optionalDependencies, 'optional'),
  ];
}

function edges(ranges: Ranges | undefined, kind: EdgeKind): Edge[] {
  return Object.keys(ranges ?? {}).map((name) => ({ name, kind }));
}

/** Resolves a package as Node does: in the folder's own node_modules, then in those of its parents. */
function resolveIn(name: string, from: string, has: (path: string) => boolean): string | null {
  for (let folder = from; ; folder = above(folder)) {
    if (has(below(folder, name))) return below(folder, name);
    if (folder === '') return null;
  }
}

function above(path: string): string {
  const end = path.lastIndexOf('/node_modules/');
  return end === -1 ? '' : path.slice(0, end);
}

function below(folder: string, name: string): string {
  return folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
}

function entryOf(root: Lock, path: string): LockedPackage {
  return root.packages[path] ?? {};
}
