import { Failure } from '#functions/errors/failure.ts';
import { LINKS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const getLink: Operation<'/links/get/'> = async ({ input, caller }, services) => {
  const link = await (await services.library(caller.uid)).get(LINKS, input);
  if (link === null) throw new Failure('noSuchLink');
  return link;
};
