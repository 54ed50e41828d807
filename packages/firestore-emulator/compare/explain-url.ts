import { at, list, stringify, text } from '#firestore/compare/json.ts';
import type { CallStep, Observation } from '#firestore/compare/step.ts';

/** The names that a REST request has in the path of its URL. */
function namesIn({ request }: CallStep): readonly string[] {
  return [text(request['name']), text(request['parent']), text(at(request, 'document', 'name'))];
}

/** Whether official has read the path of a URL without the white space around its ids, and answers about that path. */
export function readsTrimmedPath(step: CallStep, official: Observation): boolean {
  if (step.via !== 'rest') return false;
  const name = namesIn(step).find((each) => each !== trimmed(each)) ?? '';
  const path = trimmed(name).replace(/^.*\/documents/u, '');
  // An id of white space only becomes empty.
  if (path.split('/').slice(1).includes(''))
    return official.code === 'INVALID_ARGUMENT' && /invalid trailing|lacks a/u.test(official.message);
  const collectionId = text(step.request['collectionId']);
  if (collectionId !== collectionId.trim()) return listsTrimmed(step, official);
  if (name === '') return false;
  if (official.code !== 'OK') return official.message.includes(`${path})`);
  return !stringify(official.answers).includes(JSON.stringify(name).slice(1, -1));
}

/** Without an id, a list has the documents of all collections below its parent. */
function listsTrimmed({ request }: CallStep, official: Observation): boolean {
  const id = text(request['collectionId']).trim();
  if (official.code !== 'OK')
    return id === '' && official.message.startsWith('collection id must be set when show_missing');
  const start = `${trimmed(text(request['parent']))}/${id === '' ? '' : `${id}/`}`;
  const documents = list(official.answers).flatMap((answer) => list(at(answer, 'documents')));
  return documents.every((document) => text(at(document, 'name')).startsWith(start));
}

function trimmed(name: string): string {
  return name
    .split('/')
    .map((id) => id.trim())
    .join('/');
}
