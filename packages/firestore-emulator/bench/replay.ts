import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { OpenClient } from '#firestore/bench/grpc-client.ts';
import type { Running, Subject } from '#firestore/bench/subject.ts';

/** A server that answers without work of its own. The time of a client with it is the client's own time. */
export interface Replay extends Running {
  /** From now on, answers each call as the last call of its method. Until then, the server behind it answers. */
  begin(): Promise<void>;
}

export async function startReplay(subject: Subject, open: OpenClient): Promise<Replay> {
  const server = await subject.start(open);
  const child = fork(join(import.meta.dirname, 'replay-server.ts'), [String(server.port)]);
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  const [port]: unknown[] = await once(child, 'message');
  if (typeof port !== 'number') throw new Error('The replaying server has no port.');
  return {
    ...server,
    port,
    async begin() {
      const begun = once(child, 'message');
      child.send('replay');
      await begun;
    },
    async stop() {
      process.off('exit', kill);
      kill();
      await server.stop();
    },
  };
}
