import type { Operation } from '#functions/operations/operation.ts';

export const startImport: Operation<'/imports/start/'> = async () => {
  await Promise.resolve();
  throw new Error('not built');
};
export const storeImportPart: Operation<'/imports/part/'> = async () => {
  await Promise.resolve();
  throw new Error('not built');
};
export const runImport: Operation<'/imports/run/'> = async () => {
  await Promise.resolve();
  throw new Error('not built');
};
export const stopImport: Operation<'/imports/stop/'> = async () => {
  await Promise.resolve();
  throw new Error('not built');
};
