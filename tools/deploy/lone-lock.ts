/** The parts of a package-lock.json (lockfileVersion 3) that decide what is installed where. */
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

/** A package of the new lock, and where the old one has it. */
interface Place {
  readonly from: string;
  readonly to: string;
}

/**
 * The lock of one workspace as if it were a project of its own, with exactly the versions of the whole project's lock. npm
 * writes such a file only from what the registry offers at that moment, and leaves out what other platforms need.
 */
export function loneLock(whole: Lock, workspace: string): Lock {
  const self = whole.packages[workspace];
  if (self === undefined) throw new Error(`package-lock.json knows no workspace ${workspace}.`);
  const placed = placeAll(whole, workspace);
  const reached = (left: readonly EdgeKind[]) => reachable(whole, workspace, placed, new Set(left));
  const kept = {
    withoutDevelopment: reached(['production', 'optional']),
    withoutOptional: reached(['production', 'development']),
    withoutBoth: reached(['production']),
  };
  const packages: Record<string, LockedPackage> = { '': self };
  for (const [to, from] of [...placed].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (to === '') continue;
    const dev = !kept.withoutDevelopment.has(to);
    const optional = !kept.withoutOptional.has(to);
    const { dev: _, optional: __, devOptional: ___, ...entry } = entryOf(whole, from);
    packages[to] = {
      ...entry,
      ...(dev ? { dev } : {}),
      ...(optional ? { optional } : {}),
      ...(!dev && !optional && !kept.withoutBoth.has(to) ? { devOptional: true } : {}),
    };
  }
  const { name, version } = self;
  return { name, version, lockfileVersion: 3, requires: true, packages };
}

/** Each package as far up as it can be without hiding another version from somebody, as npm does it. */
function placeAll(whole: Lock, workspace: string): Map<string, string> {
  const placed = new Map([['', workspace]]);
  const queue: Place[] = [{ from: workspace, to: '' }];
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    for (const { name, kind } of edgesOf(entryOf(whole, place.from))) {
      const from = resolveIn(name, place.from, (path) => whole.packages[path] !== undefined);
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

/** What is still installed when only the edges of these kinds are followed. */
function reachable(
  whole: Lock,
  workspace: string,
  placed: ReadonlyMap<string, string>,
  kinds: ReadonlySet<EdgeKind>,
): ReadonlySet<string> {
  const found = new Set(['']);
  // A set's iteration goes on over what is added to it.
  for (const path of found) {
    for (const { name, kind } of edgesOf(entryOf(whole, placed.get(path) ?? workspace))) {
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

/** Node's way up: the folder's own node_modules, then that of each folder above. */
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

function entryOf(whole: Lock, path: string): LockedPackage {
  return whole.packages[path] ?? {};
}
