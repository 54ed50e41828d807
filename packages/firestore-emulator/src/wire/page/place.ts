export type ViewName = 'documents' | 'requests' | 'bill';

/** The part of the data that the page shows. */
export interface Place {
  readonly view: ViewName;
  readonly project: string;
  readonly database: string;
  /** The segments below the root: empty, a collection or a document. */
  readonly path: readonly string[];
  /** The last document id of the previous page of a collection. */
  readonly after: string | null;
}

export function linkTo({ view, project, database, path, after }: Place): string {
  const query = new URLSearchParams({ project, view });
  if (view === 'documents') {
    query.set('database', database);
    if (path.length > 0) query.set('path', path.join('/'));
    if (after !== null) query.set('after', after);
  }
  return `/?${query.toString()}`;
}
