import type { Query } from '#firestore/query/query.ts';

/** Where the documents of a pipeline come from. A subcollection belongs to the document of the outer pipeline. */
export type Source =
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'documents'; readonly names: readonly string[] }
  | { readonly kind: 'subcollection'; readonly path: string };
