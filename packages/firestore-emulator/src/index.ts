import { startFirestore } from '#firestore/server/server.ts';

/** The options of `start`, for tests and scripts. */
export interface StartOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The address to listen on, by default 127.0.0.1. Every client that reaches the port has access. */
  readonly host?: string;
  /** The text of the security rules. Without rules everything is open. */
  readonly rules?: string;
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
  stop(): Promise<void>;
}

/** Starts Firestore, and resolves when its port accepts connections. */
export async function start(options: StartOptions = {}): Promise<Server> {
  const { host = '127.0.0.1', port = 0, data, ...others } = options;
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
      server.replaceRules(source);
    },
    clear: async (project, database = '(default)') => admin.clear(project, database),
    usage: (project) => admin.usage(project),
    resetUsage: (project) => {
      admin.resetUsage(project);
    },
    stop: async () => server.stop(),
  };
}
