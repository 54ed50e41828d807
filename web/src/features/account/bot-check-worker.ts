import type { BotChallenge } from '@foldmark/contract/answers';

import { solveChallenge } from './solve-challenge.ts';

/** Solves one challenge. A failure reaches the page as an `error` event of the worker. */
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
