import * as z from 'zod/mini';

import type { Fields } from './field.ts';

type Schemas<T extends Fields> = { readonly [K in keyof T]: T[K]['schema'] };
type Values<T extends Fields> = { readonly [K in keyof T]: T[K]['missing'] };
type Edited<T extends Fields> = { readonly [K in keyof T as T[K]['edit'] extends null ? never : K]: T[K] };
type Guarded<T extends Fields> = { readonly [K in keyof T as T[K]['before'] extends null ? never : K]: T[K] };

/** The overloads give the objects that loops build the types of their tables. */

/** The shape of an answer. */
export function answered<T extends Fields>(fields: T): Schemas<T>;
export function answered(fields: Fields): object {
  return mapped(fields, ({ schema }) => schema);
}

/** The shape of a stored document. A document of an older version can lack any field but its key. */
export function stored<T extends Fields>(
  fields: T,
): { readonly [K in keyof T]: z.ZodMiniPrefault<T[K]['schema']> };
export function stored(fields: Fields): object {
  return mapped(fields, ({ schema, missing }) => z.prefault(schema, missing));
}

/** The shape of an edit. It has only the fields that change: one that is given as undefined would be an edit without a value. */
export function edits<T extends Fields>(
  fields: T,
): { readonly [K in keyof Edited<T>]: z.ZodMiniExactOptional<NonNullable<T[K]['edit']>> };
export function edits(fields: Fields): object {
  return mapped(fields, ({ edit }) => (edit === null ? null : z.exactOptional(edit)));
}

/** The shape of a guard: the values that a change replaces. */
export function guards<T extends Fields>(
  fields: T,
): { readonly [K in keyof Guarded<T>]: z.ZodMiniExactOptional<NonNullable<T[K]['before']>> };
export function guards(fields: Fields): object {
  return mapped(fields, ({ before }) => (before === null ? null : z.exactOptional(before)));
}

/** The values of a new record. */
export function missing<T extends Fields>(fields: T): Values<T>;
export function missing(fields: Fields): object {
  return mapped(fields, (field) => field.missing);
}

function mapped(fields: Fields, of: (field: Fields[string]) => unknown): object {
  const entries = Object.entries(fields).map(([name, field]) => [name, of(field)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
