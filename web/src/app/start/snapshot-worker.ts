import { decodeResponse } from '#web/sync/snapshot/decode-response.ts';

/** The only message is the body of Firestore's response. The only answer is what it contains. */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void decodeResponse(data).then((answer) => {
    postMessage(answer);
  });
});
