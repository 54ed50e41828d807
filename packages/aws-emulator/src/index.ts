import { localAccount } from '#aws/account/local-account.ts';
import { startAws } from '#aws/server/server.ts';

/** The options of `start`. */
export interface StartOptions {
  /** A directory for the objects and the key of the credentials. */
  readonly data: string;
  /** 0, the default, uses a free port. */
  readonly port?: number;
  /** The address to listen on: 127.0.0.1 by default. */
  readonly host?: string;
  /** A CloudFormation template; the package's own `template.yaml` by default. */
  readonly template?: string;
  /** Values of the template's parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** A directory of objects for a new data directory. Each file's path is its key. */
  readonly seed?: string;
  /** Other names of this machine that clients may use. */
  readonly allowHosts?: readonly string[];
  /** Origins of pages on other machines that may call; the bucket's CORS rules apply to them too. */
  readonly allowOrigins?: readonly string[];
  /** Receives the log lines of the server and of the template's function. */
  readonly log?: (line: string) => void;
}

export interface Server {
  readonly host: string;
  readonly port: number;
  /** For `AWS_ENDPOINT_URL` and the `endpoint` of the SDK's clients. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts S3, Cognito and STS. Resolves when their port answers. */
export async function start(options: StartOptions): Promise<Server> {
  const { host = '127.0.0.1', port = 0, template, parameters, log = ignore, ...others } = options;
  const server = await startAws({
    ...others,
    host,
    port,
    log,
    account: await localAccount({ template, parameters }),
  });
  return {
    host,
    port: server.port,
    endpoint: `http://${host}:${server.port}`,
    stop: async () => server.stop(),
  };
}

function ignore(): void {
  // By default there is no log.
}
