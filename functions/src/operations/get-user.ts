import type { Operation } from '#functions/operations/operation.ts';
import { publicUser } from '#functions/operations/public-user.ts';
import { requireUser } from '#functions/library/require-user.ts';

export const getUser: Operation<'/users/get/'> = async ({ caller }, services) =>
  publicUser(await requireUser(await services.library(caller.uid)));
