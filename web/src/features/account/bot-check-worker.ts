import type { BotChallenge } from '@foldmark/contract/answers';

import { solveChallenge } from './solve-challenge.ts';

/** Solves the one challenge it is sent; a failure reaches the page as the worker's error. */
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
