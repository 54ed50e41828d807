import type { Reference } from '#firestore/model/value.ts';

/** A segment of a path whose value bind() is still to give. */
export class OpenSegment {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** `/databases/(default)/documents/...`, or any other path. */
export class RulePath {
  readonly segments: readonly (string | OpenSegment)[];
  /** The names that bind() has given values to, so that `path.name` finds them. */
  readonly bindings: ReadonlyMap<string, string>;

  constructor(
    segments: readonly (string | OpenSegment)[],
    bindings: ReadonlyMap<string, string> = new Map(),
  ) {
    this.segments = segments;
    this.bindings = bindings;
  }

  /** projects/{p}/databases/{d}/documents/... without its project, as the language writes paths. */
  static ofReference(reference: Reference): RulePath {
    return new RulePath(reference.name.split('/').slice(2));
  }

  /** The segments; null where some are open. */
  get closed(): readonly string[] | null {
    const closed = this.segments.filter((segment) => typeof segment === 'string');
    return closed.length === this.segments.length ? closed : null;
  }

  toString(): string {
    return this.segments
      .map((segment) => (typeof segment === 'string' ? `/${segment}` : `/$(${segment.name})`))
      .join('');
  }
}
