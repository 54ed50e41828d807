import type * as z from 'zod/mini';

/** A user's documents outside of the library's collections, in a transaction. They are written at its end. */
export interface PlainDocuments {
  readonly uid: string;
  readonly now: Date;
  /** Null if the document is missing. */
  read<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | null>;
  set(path: string, document: object): void;
  update(path: string, fields: object): void;
  delete(path: string): void;
}
