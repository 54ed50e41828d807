import {
  allConsistent,
  documentChanged,
  documentDeleted,
  documentRemoved,
  type Moment,
} from '#firestore/listen/answers.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import type { ListenAnswer } from '#firestore/api/service.ts';
import type { Document } from '#firestore/model/document.ts';

/** One document as a commit leaves it for the targets of one stream. */
export interface DocumentNews {
  readonly name: string;
  /** Null where it was deleted. */
  readonly document: Document | null;
  readonly mask: readonly FieldPath[] | null;
  readonly targetIds: number[];
  readonly removedTargetIds: number[];
  /** Whether the client may see the content, where no target shows it any more. */
  readonly mayTell: boolean;
}

/**
 * The answers of one moment. Streams whose targets have the same numbers, as those of many clients do, get the very same
 * message, so that an adapter which remembers encodes it once.
 */
export class CommitAnswers {
  readonly #moment: Moment;
  readonly #consistent: ListenAnswer;
  readonly #made = new Map<string, ListenAnswer>();

  constructor(moment: Moment) {
    this.#moment = moment;
    this.#consistent = allConsistent(moment);
  }

  get consistent(): ListenAnswer {
    return this.#consistent;
  }

  about(news: DocumentNews): ListenAnswer {
    if (news.mask !== null) return this.#make(news);
    const { name, mayTell, targetIds, removedTargetIds } = news;
    const key = `${name} ${String(mayTell)} ${targetIds.join()} ${removedTargetIds.join()}`;
    let answer = this.#made.get(key);
    if (answer === undefined) {
      answer = this.#make(news);
      this.#made.set(key, answer);
    }
    return answer;
  }

  #make({ name, document, mask, targetIds, removedTargetIds, mayTell }: DocumentNews): ListenAnswer {
    const { time } = this.#moment;
    if (document === null) return documentDeleted(name, removedTargetIds, time);
    if (targetIds.length === 0 && !mayTell) return documentRemoved(name, removedTargetIds, time);
    return documentChanged(document, targetIds, removedTargetIds, mask);
  }
}
