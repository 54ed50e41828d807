import type { FileCalls, FileReply, FileRequest } from './file-calls.ts';
import { createFileSession } from './file-session.ts';
import { readLibrary } from '@foldmark/library/files/reading/read-library';

const answer = createFileSession((bytes) => readLibrary(bytes, Date.now()));

/** Each request comes with the port for its reply. */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<FileRequest>) => {
  if (port !== undefined) void reply(data, port);
});

async function reply<K extends keyof FileCalls>(request: FileRequest<K>, port: MessagePort): Promise<void> {
  const send = (message: FileReply<K>) => {
    port.postMessage(message);
  };
  try {
    send({ answer: await answer(request) });
  } catch (error) {
    // Sends only the name, because the message could contain text of the file, and the page logs it.
    send({ error: error instanceof Error ? error.name : 'Error' });
  }
}
