import type { FileCalls, FileReply, FileRequest } from './file-calls.ts';

/** A file whose content a worker holds. */
export interface OpenFile {
  readonly call: <K extends keyof FileCalls>(
    kind: K,
    input: FileCalls[K]['input'],
  ) => Promise<FileCalls[K]['answer']>;
  /** Ends the worker, but lets it finish storing an import first. Other pending calls reject. */
  readonly close: () => void;
}

/** Starts a worker, so that reading and comparing a large file never block the page. */
export function openFile(): OpenFile {
  const worker = new Worker(new URL('file-worker.ts', import.meta.url), { type: 'module' });
  const ended = Promise.withResolvers<never>();
  let storing: Promise<unknown> | null = null;
  const end = () => {
    worker.terminate();
    ended.reject(new DOMException('The file was closed.', 'AbortError'));
  };
  // If no call is pending, the next call reports the error.
  ended.promise.catch(() => undefined);
  worker.addEventListener('error', (event) => {
    ended.reject(new Error(`The worker failed: ${event.message}`));
  });
  return {
    call: async (kind, input) => {
      const answer = Promise.race([ask(worker, { kind, input }), ended.promise]);
      if (kind === 'store') storing = answer;
      return answer;
    },
    close: () => {
      // The user has chosen Import, so leaving the page must not lose the import.
      if (storing === null) end();
      else storing.then(end, end);
    },
  };
}

async function ask<K extends keyof FileCalls>(
  worker: Worker,
  request: FileRequest<K>,
): Promise<FileCalls[K]['answer']> {
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve, reject } = Promise.withResolvers<FileCalls[K]['answer']>();
  port1.addEventListener('message', ({ data }: MessageEvent<FileReply<K>>) => {
    if ('error' in data) reject(new Error(`The worker could not answer ${request.kind}: ${data.error}`));
    else resolve(data.answer);
    port1.close();
  });
  port1.start();
  worker.postMessage(request, [port2]);
  return promise;
}
