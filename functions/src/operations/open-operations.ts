import type { OpenOperation } from '#functions/operations/operation.ts';

export const health: OpenOperation<'/health/'> = async (_input, { version }) => ({ ok: true, version });

export const botChallenge: OpenOperation<'/users/bot-challenge/'> = async (_input, { botCheck }) =>
  botCheck.challenge();
