import type { OpenOperation } from '#functions/operations/operation.ts';

export const botChallenge: OpenOperation<'/users/bot-challenge/'> = async (_input, { botCheck }) =>
  botCheck.challenge();
