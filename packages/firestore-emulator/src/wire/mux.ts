import { createServer, type Server, type Socket } from 'node:net';

/** The first bytes of an HTTP/2 client with prior knowledge. No HTTP/1 request starts with them. */
const HTTP2_PREFACE = Buffer.from('PRI * HTTP/2.0', 'latin1');
const FIRST_BYTES_TIMEOUT_MS = 10_000;

export interface MuxTargets {
  /** `start` has the first bytes. The socket has them too. */
  http1(socket: Socket, start: Buffer): void;
  http2(socket: Socket): void;
}

export interface MuxOptions {
  /** How long a connection may take to send the bytes that identify its protocol. */
  readonly firstBytesTimeoutMs?: number;
}

export interface Mux {
  readonly server: Server;
  /** Closes the port and every connection. */
  stop(): Promise<void>;
}

/** Serves two protocols on one port. The first bytes of each connection tell which one the client speaks. */
export function createMux(targets: MuxTargets, options: MuxOptions = {}): Mux {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    dispatch(socket, targets, options.firstBytesTimeoutMs ?? FIRST_BYTES_TIMEOUT_MS);
  });
  return {
    server,
    stop: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => {
          if (error === undefined) resolve();
          else reject(error);
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function dispatch(socket: Socket, targets: MuxTargets, timeout: number): void {
  let received = Buffer.alloc(0);
  const drop = (): void => {
    socket.destroy();
  };
  const detectProtocol = (): void => {
    const chunk: unknown = socket.read();
    if (!Buffer.isBuffer(chunk)) return;
    received = Buffer.concat([received, chunk]);
    const compared = Math.min(received.length, HTTP2_PREFACE.length);
    const mayBeHttp2 = received.subarray(0, compared).equals(HTTP2_PREFACE.subarray(0, compared));
    if (mayBeHttp2 && compared < HTTP2_PREFACE.length) return;
    clearTimeout(timer);
    socket.off('readable', detectProtocol).off('error', drop).off('end', drop);
    socket.unshift(received);
    if (mayBeHttp2) targets.http2(socket);
    else targets.http1(socket, received);
  };
  const timer = setTimeout(drop, timeout);
  socket.once('close', () => {
    clearTimeout(timer);
  });
  socket.on('error', drop).on('end', drop).on('readable', detectProtocol);
}
