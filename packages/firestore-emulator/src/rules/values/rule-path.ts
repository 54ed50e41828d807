import type { Reference } from '#firestore/model/value.ts';

/** A path segment that `bind()` has not filled in yet. */
export class OpenSegment {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** `/databases/(default)/documents/...`, or any other path. */
export class RulePath {
  readonly segments: readonly (string | OpenSegment)[];
  /** The values that `bind()` set, by name. `path.name` reads them. */
  readonly bindings: ReadonlyMap<string, string>;

  constructor(
    segments: readonly (string | OpenSegment)[],
    bindings: ReadonlyMap<string, string> = new Map(),
  ) {
    this.segments = segments;
    this.bindings = bindings;
  }

  /** Removes the project from projects/{p}/databases/{d}/documents/..., as paths in rules don't have it. */
  static ofReference(reference: Reference): RulePath {
    return new RulePath(reference.name.split('/').slice(2));
  }

  /** The segments, or null if any is open. */
  get closed(): readonly string[] | null {
    const closed = this.segments.filter((segment) => typeof segment === 'string');
    return closed.length === this.segments.length ? closed : null;
  }

  /** Two paths are equal if and only if they have the same key. An inserted segment may contain a slash. */
  get key(): string {
    return JSON.stringify(this.segments);
  }

  toString(): string {
    return this.segments
      .map((segment) => (typeof segment === 'string' ? `/${segment}` : `/$(${segment.name})`))
      .join('');
  }
}
