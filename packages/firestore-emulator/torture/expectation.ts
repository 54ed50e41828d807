/** What a document holds, as far as the torture writes it. */
export interface Content {
  /** The operation that wrote it; no two are the same. */
  readonly operation: string;
  /** Of documents that several clients write: one more than what the operation read. */
  readonly version: number;
  readonly amount: number;
  readonly padding: string;
}

/** Documents by path; null is a document that is not there. */
export type State = ReadonlyMap<string, Content>;
export type Changes = ReadonlyMap<string, Content | null>;

/**
 * One commit of one client. The first document that it changes is the client's own, so that what became of it tells
 * whether the commit was made.
 */
export interface Operation {
  readonly id: string;
  readonly changes: Changes;
}

/**
 * What must be in the server: everything that was acknowledged, and of what was under way when the server was killed
 * all or nothing. Nothing else.
 */
export class Expectation {
  acknowledged = 0;
  /** Operations of which no answer came, by what became of them. */
  made = 0;
  lost = 0;
  readonly #state = new Map<string, Content>();
  /** At most one for each client. */
  readonly #underWay = new Map<number, Operation>();

  /** Before the commit is sent. An operation that is tried again takes the place of its earlier try. */
  begin(client: number, operation: Operation): void {
    this.#underWay.set(client, operation);
  }

  /** An answer that comes after the server's end, to an operation that has been settled, says nothing any more. */
  acknowledge(client: number, id: string): void {
    const operation = this.#underWay.get(client);
    if (operation?.id !== id) return;
    this.#underWay.delete(client);
    this.#apply(operation);
    this.acknowledged += 1;
  }

  /** Compares with what a restarted server holds, and takes the side of the server where either would do. */
  settle(observed: State): void {
    for (const [client, operation] of this.#underWay) {
      this.#underWay.delete(client);
      if (!wasMade(operation, observed)) {
        this.lost += 1;
        continue;
      }
      this.made += 1;
      this.#apply(operation);
    }
    const paths = new Set([...this.#state.keys(), ...observed.keys()]);
    const wrong = [...paths].filter((path) => !same(this.#state.get(path), observed.get(path)));
    if (wrong.length === 0) return;
    const lines = wrong.map(
      (path) => `${path}: expected ${tell(this.#state.get(path))}, found ${tell(observed.get(path))}`,
    );
    throw new Error(`The server holds something else than was committed.\n${lines.join('\n')}`);
  }

  /** Answers may overtake each other; the versions of a shared document tell the order of the commits. */
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

function wasMade({ changes }: Operation, observed: State): boolean {
  const [own] = changes;
  if (own === undefined) return false;
  const [path, content] = own;
  return content === null ? !observed.has(path) : observed.get(path)?.operation === content.operation;
}

function same(a: Content | undefined, b: Content | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.operation === b.operation && a.version === b.version && a.amount === b.amount && a.padding === b.padding
  );
}

function tell(content: Content | undefined): string {
  if (content === undefined) return 'nothing';
  const { operation, version, amount, padding } = content;
  return `${operation} (version ${version}, amount ${amount}, ${padding.length} characters)`;
}
