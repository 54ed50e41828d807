import { STORED_MARKS } from '@foldmark/contract/limits';
import { markedSchema } from '@foldmark/contract/stored';
import * as z from 'zod/mini';

type Marked = Partial<z.infer<typeof markedSchema>>;

/** The marks of the calls that have changed the documents of a transaction. They identify a late repeat of a call. */
export class Marks {
  readonly #mark: string | null;
  /** The stored marks by the path of the document. */
  readonly #stored = new Map<string, readonly string[]>();

  /** `mark` identifies the call. It is set if the call makes one change and has an Idempotency-Key. */
  constructor(mark: string | null) {
    this.#mark = mark;
  }

  keep(path: string, document: object = {}): void {
    this.#stored.set(path, z.parse(markedSchema, document).marks);
  }

  /** Whether an earlier attempt of this call has changed the document. Then later changes of the document must stay. */
  isRepeat(path: string): boolean {
    return this.#mark !== null && this.#stored.get(path)?.includes(this.#mark) === true;
  }

  /** The marks of a document that is written as a whole. */
  of(path: string): Marked {
    const stored = this.#stored.get(path) ?? [];
    const marks = this.#mark === null ? [...stored] : [...stored, this.#mark].slice(-STORED_MARKS);
    return marks.length === 0 ? {} : { marks };
  }

  /** The marks of a document that is updated. Empty if they stay the same. */
  added(path: string): Marked {
    return this.#mark === null ? {} : this.of(path);
  }
}
