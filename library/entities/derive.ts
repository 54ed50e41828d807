import * as z from 'zod/mini';

import type { Fields } from './field.ts';

type Schemas<T extends Fields> = { readonly [K in keyof T]: T[K]['schema'] };
export type Values<T extends Fields> = { readonly [K in keyof T]: T[K]['missing'] };
type Edited<T extends Fields> = { readonly [K in keyof T as T[K]['edit'] extends null ? never : K]: T[K] };
export type Guarded<T extends Fields> = {
  readonly [K in keyof T as T[K]['before'] extends null ? never : K]: T[K];
};

/** Explicit overloads, because the functions build their objects in loops, which lose the types of the tables. */

/** The schemas of an answer. */
export function answered<T extends Fields>(fields: T): Schemas<T>;
export function answered(fields: Fields): object {
  return mapped(fields, ({ schema }) => schema);
}

/** The schemas of a stored document. A document of an older version may lack any field but its key. */
export function stored<T extends Fields>(
  fields: T,
): { readonly [K in keyof T]: z.ZodMiniPrefault<T[K]['schema']> };
export function stored(fields: Fields): object {
  return mapped(fields, ({ schema, missing }) => z.prefault(schema, missing));
}

/**
 * The schemas of an edit, which has only the changed fields. `undefined` is not allowed, because it would be an edit without a
 * value.
 */
export function edits<T extends Fields>(
  fields: T,
): { readonly [K in keyof Edited<T>]: z.ZodMiniExactOptional<NonNullable<T[K]['edit']>> };
export function edits(fields: Fields): object {
  return mapped(fields, ({ edit }) => (edit === null ? null : z.exactOptional(edit)));
}

/** The schemas of values that may be missing. */
export function optional<T extends Fields>(
  fields: T,
): { readonly [K in keyof T]: z.ZodMiniExactOptional<T[K]['schema']> };
export function optional(fields: Fields): object {
  return mapped(fields, ({ schema }) => z.exactOptional(schema));
}

/** The fields that a user edits. */
export function edited<T extends Fields>(fields: T): Edited<T>;
export function edited(fields: Fields): object {
  return mapped(fields, (field) => (field.edit === null ? null : field));
}

/** The schemas of an entry of an import, which may lack any field. */
export function entries<T extends Fields>(
  fields: T,
): { readonly [K in keyof T]: z.ZodMiniPrefault<NonNullable<T[K]['edit']>> };
export function entries(fields: Fields): object {
  return mapped(fields, ({ edit, missing }) => (edit === null ? null : z.prefault(edit, missing)));
}

/** The schemas of a guard: the values that a change replaces. */
export function guards<T extends Fields>(
  fields: T,
): { readonly [K in keyof Guarded<T>]: z.ZodMiniExactOptional<NonNullable<T[K]['before']>> };
export function guards(fields: Fields): object {
  return mapped(fields, ({ before }) => (before === null ? null : z.exactOptional(before)));
}

/** The fields that changes can set. Undo needs their earlier values. */
export function guarded<T extends Fields>(fields: T): Guarded<T>;
export function guarded(fields: Fields): object {
  return mapped(fields, (field) => (field.before === null ? null : field));
}

/** Whether two records have the same values. A missing value counts as the value of a new record. */
export function haveSame<T extends Fields>(
  fields: T,
  left: Partial<Values<T>>,
  right: Partial<Values<T>>,
): boolean {
  for (const name in fields) {
    const blank = fields[name]?.missing;
    if ((left[name] ?? blank) !== (right[name] ?? blank)) return false;
  }
  return true;
}

/** The values of a new record. */
export function missing<T extends Fields>(fields: T): Values<T>;
export function missing(fields: Fields): object {
  return mapped(fields, (field) => field.missing);
}

/** The values of these fields. */
export function picked<T extends Fields>(fields: T, values: Values<T>): Values<T>;
export function picked(fields: Fields, values: Readonly<Record<string, unknown>>): object {
  return mapped(fields, (_, name) => values[name]);
}

/** Those of the given values whose fields are still empty. */
export function filling<T extends Fields>(fields: T, now: Values<T>, given: Values<T>): Partial<Values<T>> {
  const fill: Partial<Values<T>> = { ...given };
  for (const name in fields) if (now[name] !== fields[name]?.missing) delete fill[name];
  return fill;
}

function mapped(fields: Fields, of: (field: Fields[string], name: string) => unknown): object {
  const results = Object.entries(fields).map(([name, field]) => [name, of(field, name)] as const);
  return Object.fromEntries(results.filter(([, result]) => result !== null));
}
