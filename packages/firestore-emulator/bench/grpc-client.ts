import { Client, credentials, Metadata } from '@grpc/grpc-js';

import { commitRequest, DATABASE, document, HEADERS, ROOT } from '#firestore/bench/requests.ts';
import { loadMessages, type RpcMethod } from '#firestore/protobuf/messages.ts';

/** A client with its own connection and without an SDK, so that the benchmark measures the server. */
export interface GrpcClient {
  /** Writes one document in one commit. */
  set(path: string, n: number): Promise<void>;
  /** Fills a collection with documents 0 to count - 1. With another `version`, their fields have other values. */
  fill(collection: string, count: number, version?: number): Promise<void>;
  get(path: string): Promise<void>;
  /** Listens to a collection and calls back for each received document. Resolves when the listener is current. */
  listen(collection: string, onDocument: () => void): Promise<void>;
  close(): void;
}

const WRITES_PER_COMMIT = 400;

export type OpenClient = (port: number) => GrpcClient;

export function createOpenClient(): OpenClient {
  const methods = new Map(loadMessages().methods.map((method) => [method.name, method]));
  return (port) => openClient(port, methods);
}

function openClient(port: number, methods: ReadonlyMap<string, RpcMethod>): GrpcClient {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': -1,
  });
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(HEADERS)) metadata.set(name, value);
  const method = (name: string): RpcMethod => {
    const found = methods.get(name);
    if (found === undefined) throw new Error(`There is no method ${name}.`);
    return found;
  };
  const unary = async (name: string, request: object): Promise<void> => {
    const { path, request: type, response } = method(name);
    await new Promise<void>((resolve, reject) => {
      client.makeUnaryRequest(path, type.encode, response.decode, request, metadata, (error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });
  };
  return {
    async set(path, n) {
      await unary('Commit', commitRequest(path, n));
    },
    async fill(collection, count, version = 0) {
      for (let from = 0; from < count; from += WRITES_PER_COMMIT) {
        const length = Math.min(WRITES_PER_COMMIT, count - from);
        const writes = Array.from({ length }, (_, i) => ({
          update: document(`${collection}/${from + i}`, from + i + version),
        }));
        await unary('Commit', { database: DATABASE, writes });
      }
    },
    async get(path) {
      await unary('GetDocument', { name: `${ROOT}/${path}` });
    },
    async listen(collection, onDocument) {
      const { path, request, response } = method('Listen');
      const stream = client.makeBidiStreamRequest(path, request.encode, response.decode, metadata);
      await new Promise<void>((resolve, reject) => {
        stream.on('error', reject);
        stream.on('data', (message: object) => {
          if (has(message, 'documentChange')) onDocument();
          else if (has(message, 'targetChange')) resolveWhenCurrent(message, resolve);
        });
        stream.write(listenRequest(collection));
      });
    },
    close() {
      client.close();
    },
  };
}

function listenRequest(collection: string): object {
  const structuredQuery = {
    from: [{ collectionId: collection }],
    orderBy: [{ field: { fieldPath: '__name__' }, direction: 1 }],
  };
  return { database: DATABASE, addTarget: { targetId: 2, query: { parent: ROOT, structuredQuery } } };
}

const CURRENT = 3;

function resolveWhenCurrent(message: object, resolve: () => void): void {
  const change: unknown = Reflect.get(message, 'targetChange');
  if (typeof change === 'object' && change !== null && Reflect.get(change, 'targetChangeType') === CURRENT)
    resolve();
}

function has(message: object, field: string): boolean {
  const value: unknown = Reflect.get(message, field);
  return value !== undefined && value !== null;
}
