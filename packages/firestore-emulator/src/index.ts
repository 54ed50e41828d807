import { startFirestore } from '#firestore/server/server.ts';

/** The options of `start`, for tests and scripts. */
export interface StartOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The address to listen on, by default 127.0.0.1. Every client that reaches the port has access. */
  readonly host?: string;
  /** The text of the security rules. Without rules everything is open. */
  readonly rules?: string;
  /** The text of a firestore.indexes.json: for messages about missing indexes, and for TTL policies. */
  readonly indexes?: string;
  /** Refuse queries without their index in `indexes`. Otherwise the server accepts all queries. */
  readonly requireIndexes?: boolean;
  /** The file to which each request is appended, as one line of JSON. */
  readonly requestLog?: string;
  /** The directory that stores every commit. Without a directory the data ends with the server. */
  readonly data?: string;
  /** Other names of this machine that clients may use. */
  readonly allowHosts?: readonly string[];
  /** Origins of pages on other machines that may call the server. */
  readonly allowOrigins?: readonly string[];
}

/** Documents as Firestore bills them. */
export interface Usage {
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
}

export interface Server {
  readonly host: string;
  readonly port: number;
  /** Throws if the new rules do not load. The old rules then stay in force. */
  replaceRules(source: string): void;
  /** Deletes all documents of a project's database. */
  clear(project: string, database?: string): Promise<void>;
  /** The billed operations of a project since the start or the last `resetUsage`. */
  usage(project: string): Usage;
  resetUsage(project: string): void;
  /** Keeps the current documents of a project in memory, for `restore`. Returns their number. */
  snapshot(project: string, name?: string): number;
  /** Returns to a snapshot. Listeners receive the differences. Returns the number of documents that changed. */
  restore(project: string, name?: string): Promise<number>;
  /** Deletes the documents that have expired at a time, by default now, by the TTL policies of `indexes`. */
  expire(project: string, time?: Date): Promise<number>;
  /** Closes all connections. Further calls return the promise of the first. */
  stop(): Promise<void>;
}

/** Starts Firestore, and resolves when its port accepts connections. */
export async function start(options: StartOptions = {}): Promise<Server> {
  const { host = '127.0.0.1', port = 0, data, ...others } = options;
  checkText('rules', options.rules);
  checkText('indexes', options.indexes);
  const server = await startFirestore({
    ...others,
    host,
    port,
    ...(data === undefined ? {} : { dataDirectory: data }),
  });
  const { admin } = server;
  return {
    host,
    port: server.port,
    replaceRules: (source) => {
      checkText('rules', source);
      server.replaceRules(source);
    },
    clear: async (project, database = '(default)') => admin.clear(project, database),
    usage: (project) => admin.usage(project),
    resetUsage: (project) => {
      admin.resetUsage(project);
    },
    snapshot: (project, name = 'default') => admin.takeSnapshot(project, name),
    restore: async (project, name = 'default') => admin.restoreSnapshot(project, name),
    expire: async (project, time) => admin.expire(project, time ?? null),
    stop: () => server.stop(),
  };
}

/** A program without types may have read a file as bytes, or parsed its JSON. */
function checkText(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'string') throw new TypeError(`"${name}" must be a string.`);
}
