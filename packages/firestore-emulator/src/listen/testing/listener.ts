import type { Caller, FirestoreService, ListenAnswer, StreamSource } from '#firestore/api/service.ts';
import type { google } from '#firestore/api/proto.ts';

export const DATABASE = 'projects/p/databases/(default)';
export const ROOT = `${DATABASE}/documents`;

type Target = google.firestore.v1.ITarget;

const TARGET_CHANGES = ['consistent', 'add', 'remove', 'current', 'reset'];

/** The client side of a Listen stream. It records the answers, and describes them in short. */
export class Listener {
  readonly answers: ListenAnswer[] = [];
  ended: { readonly error: Error | undefined } | null = null;
  /** How many more answers it accepts before it asks the server to pause. */
  capacity = Infinity;
  /** The last resume token. */
  resumeToken: Uint8Array = new Uint8Array();
  readonly #source: StreamSource<google.firestore.v1.IListenRequest>;

  constructor(service: FirestoreService, caller: Caller = { kind: 'admin' }) {
    this.#source = service.listen(
      {
        send: (answer) => {
          this.answers.push(answer);
          this.capacity -= 1;
          const change = answer.targetChange;
          if (change?.resumeToken instanceof Uint8Array) this.resumeToken = change.resumeToken;
          return this.capacity > 0;
        },
        end: (error) => {
          this.ended = { error };
        },
      },
      caller,
    );
  }

  add(addTarget: Target): void {
    this.#source.receive({ database: DATABASE, addTarget });
  }

  query(targetId: number, structuredQuery: google.firestore.v1.IStructuredQuery, rest: Target = {}): void {
    this.add({ targetId, query: { parent: ROOT, structuredQuery }, ...rest });
  }

  document(targetId: number, path: string, rest: Target = {}): void {
    this.add({ targetId, documents: { documents: [`${ROOT}/${path}`] }, ...rest });
  }

  remove(removeTarget: number): void {
    this.#source.receive({ database: DATABASE, removeTarget });
  }

  resume(capacity: number): void {
    this.capacity = capacity;
    this.#source.resume();
  }

  close(): void {
    this.#source.close();
  }

  /** The answers since the last call, such as `add 1`, `notes/a +1 -2`, `deleted notes/a -1`, `consistent`. */
  takeAnswers(): string[] {
    return this.answers.splice(0).map(describeAnswer);
  }
}

function describeAnswer(answer: ListenAnswer): string {
  const { targetChange, documentChange, documentDelete, documentRemove, filter } = answer;
  if (targetChange) {
    const { targetChangeType, targetIds, cause } = targetChange;
    const words = [TARGET_CHANGES[targetChangeType] ?? '?', ...(targetIds ?? [])];
    return [...words, ...(cause ? [`because ${cause.message ?? ''}`] : [])].join(' ');
  }
  if (documentChange) {
    const { document, targetIds, removedTargetIds } = documentChange;
    return [pathOf(document?.name), ...signed('+', targetIds), ...signed('-', removedTargetIds)].join(' ');
  }
  if (documentDelete) {
    return ['deleted', pathOf(documentDelete.document), ...signed('-', documentDelete.removedTargetIds)].join(
      ' ',
    );
  }
  if (documentRemove) {
    return ['removed', pathOf(documentRemove.document), ...signed('-', documentRemove.removedTargetIds)].join(
      ' ',
    );
  }
  return `filter ${filter?.targetId ?? 0}: ${filter?.count ?? 0}`;
}

function signed(sign: string, ids: readonly number[] | null | undefined): string[] {
  return (ids ?? []).map((id) => `${sign}${id}`);
}

function pathOf(name: string | null | undefined): string {
  return (name ?? '').replace(`${ROOT}/`, '');
}
