import type { BotChallenge } from '@foldmark/contract/answers';

import { solveChallenge } from './solve-challenge.ts';

/** Solves one challenge. If it throws, the page gets an `error` event of the worker. */
addEventListener('message', ({ data }: MessageEvent<BotChallenge>) => {
  solveChallenge(data).then(
    (payload) => {
      postMessage(payload);
    },
    (error: unknown) => {
      reportError(error);
    },
  );
});
