import {
  consistentSnapshot,
  documentChanged,
  documentDeleted,
  documentRemoved,
  type Checkpoint,
} from '#firestore/listen/answers.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import type { ListenAnswer } from '#firestore/api/service.ts';
import type { Document } from '#firestore/model/document.ts';

/** The state of one document after a commit, for the targets of one stream. */
export interface DocumentUpdate {
  readonly name: string;
  /** Null if the commit deleted it. */
  readonly document: Document | null;
  readonly mask: readonly FieldPath[] | null;
  readonly targetIds: number[];
  readonly removedTargetIds: number[];
  /** If no target shows the document any more: whether the rules let the client read its new content. */
  readonly mayReadContent: boolean;
}

/**
 * Creates the answers of one commit. Many clients use the same target ids. Their streams share one message object, so an
 * adapter that caches encodings encodes it once.
 */
export class CommitAnswers {
  readonly #checkpoint: Checkpoint;
  readonly #consistent: ListenAnswer;
  readonly #cache = new Map<string, ListenAnswer>();

  constructor(checkpoint: Checkpoint) {
    this.#checkpoint = checkpoint;
    this.#consistent = consistentSnapshot(checkpoint);
  }

  get consistent(): ListenAnswer {
    return this.#consistent;
  }

  answerFor(update: DocumentUpdate): ListenAnswer {
    if (update.mask !== null) return this.#create(update);
    const { name, mayReadContent, targetIds, removedTargetIds } = update;
    const key = `${name} ${String(mayReadContent)} ${targetIds.join()} ${removedTargetIds.join()}`;
    let answer = this.#cache.get(key);
    if (answer === undefined) {
      answer = this.#create(update);
      this.#cache.set(key, answer);
    }
    return answer;
  }

  #create({
    name,
    document,
    mask,
    targetIds,
    removedTargetIds,
    mayReadContent,
  }: DocumentUpdate): ListenAnswer {
    const { time } = this.#checkpoint;
    if (document === null) return documentDeleted(name, removedTargetIds, time);
    if (targetIds.length === 0 && !mayReadContent) return documentRemoved(name, removedTargetIds, time);
    return documentChanged(document, targetIds, removedTargetIds, mask);
  }
}
