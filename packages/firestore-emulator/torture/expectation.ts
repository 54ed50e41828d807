/** The fields of a document in the torture test. */
export interface Content {
  /** The unique ID of the operation that wrote the document. */
  readonly operation: string;
  /** For documents that several clients write: the version that the operation read, plus one. */
  readonly version: number;
  readonly amount: number;
  readonly padding: string;
}

/** Documents by path. In changes, null is a delete. */
export type State = ReadonlyMap<string, Content>;
export type Changes = ReadonlyMap<string, Content | null>;

/**
 * One commit of one client. Only this client writes the first document, so the document shows whether the server made the
 * commit.
 */
export interface Operation {
  readonly id: string;
  readonly changes: Changes;
}

/**
 * The expected data of the server: all acknowledged commits. A commit that was pending when the server was killed may be
 * applied completely or not at all.
 */
export class Expectation {
  acknowledged = 0;
  /** The numbers of operations without a response: applied ones and lost ones. */
  applied = 0;
  lost = 0;
  readonly #state = new Map<string, Content>();
  /** At most one for each client. */
  readonly #pending = new Map<number, Operation>();

  /** Call this before sending the commit. A retry replaces the earlier attempt. */
  begin(client: number, operation: Operation): void {
    this.#pending.set(client, operation);
  }

  /** Ignores a late response to an operation that `settle` has already decided. */
  acknowledge(client: number, id: string): void {
    const operation = this.#pending.get(client);
    if (operation?.id !== id) return;
    this.#pending.delete(client);
    this.#apply(operation);
    this.acknowledged += 1;
  }

  /** Compares with the data of a restarted server, which decides whether pending operations were applied. */
  settle(observed: State): void {
    for (const [client, operation] of this.#pending) {
      this.#pending.delete(client);
      if (!wasApplied(operation, observed)) {
        this.lost += 1;
        continue;
      }
      this.applied += 1;
      this.#apply(operation);
    }
    const paths = new Set([...this.#state.keys(), ...observed.keys()]);
    const wrong = [...paths].filter((path) => !isSame(this.#state.get(path), observed.get(path)));
    if (wrong.length === 0) return;
    const lines = wrong.map(
      (path) => `${path}: expected ${describe(this.#state.get(path))}, found ${describe(observed.get(path))}`,
    );
    throw new Error(`The data of the server differs from the commits.\n${lines.join('\n')}`);
  }

  /** Responses can arrive out of order. The version of a shared document gives the commit order. */
  #apply({ id, changes }: Operation): void {
    for (const [path, content] of changes) {
      const before = this.#state.get(path);
      if (content === null) {
        this.#state.delete(path);
      } else if (before === undefined || before.version === 0 || before.version < content.version) {
        this.#state.set(path, content);
      } else if (before.version === content.version) {
        throw new Error(`${id} and ${before.operation} both read version ${content.version - 1} of ${path}.`);
      }
    }
  }
}

function wasApplied({ changes }: Operation, observed: State): boolean {
  const [own] = changes;
  if (own === undefined) return false;
  const [path, content] = own;
  return content === null ? !observed.has(path) : observed.get(path)?.operation === content.operation;
}

function isSame(a: Content | undefined, b: Content | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.operation === b.operation && a.version === b.version && a.amount === b.amount && a.padding === b.padding
  );
}

function describe(content: Content | undefined): string {
  if (content === undefined) return 'nothing';
  const { operation, version, amount, padding } = content;
  return `${operation} (version ${version}, amount ${amount}, ${padding.length} characters)`;
}
