import { bigintOf, int64, type ElementMessage, type Int64 } from '#firestore/transfer/entity-messages.ts';

export const DEFAULT_DATABASE = '(default)';

const NUMERIC_ID = /^__id(?<digits>0|-?[1-9]\d*)__$/u;

/** App Engine's name of a project, with its partition as a prefix: `dev` in the emulator, `s` or others in production. */
export function appOf(project: string): string {
  return `dev~${project}`;
}

export function projectOfApp(app: string): string {
  return app.slice(app.indexOf('~') + 1);
}

/** One element per collection and document. `__id7__` is Firestore's spelling of Datastore's numeric id 7. */
export function elementsOf(segments: readonly string[]): ElementMessage[] {
  const elements: ElementMessage[] = [];
  for (let at = 0; at + 1 < segments.length; at += 2) {
    const type = segments[at] ?? '';
    const name = segments[at + 1] ?? '';
    const id = numericId(name);
    elements.push(id === null ? { type, name } : { type, id: int64(id) });
  }
  return elements;
}

export function pathOf(elements: readonly ElementMessage[]): string {
  if (elements.length === 0) throw new Error('its path is empty');
  return elements.map(({ type = '', id, name }) => `${type}/${idOf(id, name)}`).join('/');
}

function idOf(id: Int64 | undefined, name: string | undefined): string {
  if (id !== undefined) return `__id${bigintOf(id)}__`;
  if (name === undefined) throw new Error('its path lacks a document id');
  return name;
}

function numericId(name: string): bigint | null {
  const digits = NUMERIC_ID.exec(name)?.groups?.['digits'];
  if (digits === undefined) return null;
  const id = BigInt(digits);
  return BigInt.asIntN(64, id) === id ? id : null;
}
