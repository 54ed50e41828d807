import type { Operation } from '#functions/operations/operation.ts';

export const fetchImportIcons: Operation<'/imports/icons/'> = async () => {
  await Promise.resolve();
  throw new Error('not built');
};
