type Fields = Readonly<Record<string, unknown>>;

export interface DevtoolsSocket {
  /** Resolves to the result of the call, which is always an object. */
  readonly send: (method: string, params: Fields) => Promise<Fields>;
  /** Calls back for each event of an enabled domain. Returns a function that ends it. */
  readonly onEvent: (listener: (method: string, params: Fields) => void) => () => void;
  readonly close: () => void;
}

/** A plain DevTools protocol connection to one tab. It enables no domain by itself. */
export async function openDevtools(url: string): Promise<DevtoolsSocket> {
  const socket = new WebSocket(url);
  const waiting = new Map<unknown, PromiseWithResolvers<Fields>>();
  const listeners = new Set<(method: string, params: Fields) => void>();
  let last = 0;
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => {
      resolve();
    });
    socket.addEventListener('error', reject);
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method, params } = fieldsOf(JSON.parse(String(data)));
    if (typeof method === 'string') for (const listener of listeners) listener(method, fieldsOf(params));
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(fieldsOf(result));
    else call?.reject(new Error(JSON.stringify(error)));
  });
  socket.addEventListener('close', () => {
    for (const call of waiting.values()) call.reject(new Error('The tab was closed.'));
  });
  return {
    send: async (method, params) => {
      last += 1;
      const call = Promise.withResolvers<Fields>();
      waiting.set(last, call);
      socket.send(JSON.stringify({ id: last, method, params }));
      return call.promise;
    },
    onEvent: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => {
      socket.close();
    },
  };
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
