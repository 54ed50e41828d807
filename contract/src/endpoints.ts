import type * as z from 'zod/mini';

import { ENDPOINTS } from './endpoint-table.ts';
import type { Endpoint } from './endpoint.ts';

type Table = typeof ENDPOINTS;
export type Path = keyof Table;

/** The paths that need no sign-in. */
export type OpenPath = { [P in Path]: Table[P]['needs'] extends 'nothing' ? P : never }[Path];
export type SignedInPath = Exclude<Path, OpenPath>;

/** The input that a client sends. */
export type Input<P extends Path> = z.input<Table[P]['input']>;
/** The input that an operation receives: trimmed, completed and with aliases resolved. */
export type ParsedInput<P extends Path> = z.output<Table[P]['input']>;
/** The answer of a call, with dates as Date. */
export type Answer<P extends Path> = z.output<Table[P]['answer']>;

export function isPath(text: string): text is Path {
  return Object.hasOwn(ENDPOINTS, text);
}

export function isOpenPath(path: Path): path is OpenPath {
  return ENDPOINTS[path].needs === 'nothing';
}

interface TypedEndpoint<P extends Path> extends Endpoint {
  readonly input: z.core.$ZodType<ParsedInput<P>, Input<P>>;
  readonly answer: z.core.$ZodType<Answer<P>, z.input<Table[P]['answer']>>;
}
const TYPED: { readonly [P in Path]: TypedEndpoint<P> } = ENDPOINTS;

/** Returns a row of the table. Its schemas keep the types of the path if the path is a type parameter. */
export function endpoint<P extends Path>(path: P): TypedEndpoint<P> {
  return TYPED[path];
}
