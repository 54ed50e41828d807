import { decodeResponse } from '#web/sync/snapshot/decode-response.ts';

/** Each message is the body of a Firestore response. Each answer is the decoded content. */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void decodeResponse(data).then((answer) => {
    postMessage(answer);
  });
});
