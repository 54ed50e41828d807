interface Address {
  readonly host: string;
  readonly port: number;
}

export interface LocalServices {
  readonly projectId: string;
  readonly auth: Address;
  readonly firestore: Address;
  /** The emulator of S3 and Cognito. */
  readonly aws: Address;
}

/** The ports of firebase.json, for a local Hosting that doesn't serve the addresses of its services. */
const DEFAULTS: LocalServices = {
  projectId: 'demo-foldmark',
  auth: { host: '127.0.0.1', port: 9099 },
  firestore: { host: '127.0.0.1', port: 8080 },
  aws: { host: '127.0.0.1', port: 9566 },
};

/**
 * The service worker answers within a second. A first visit on a busy machine takes longer, and the default ports may belong to
 * another run.
 */
const TIMEOUT_MS = 30_000;

/** Reads the addresses of the local services from the response of the local Hosting. Each run may use other ports. */
export async function findLocalServices(asked: Promise<Response>): Promise<LocalServices> {
  const response = await Promise.race([asked, hungUp()]);
  // Without the file, Hosting answers with index.html.
  if (response?.ok !== true || response.headers.get('content-type')?.includes('json') !== true)
    return DEFAULTS;
  return readServices(await response.json());
}

async function hungUp(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, TIMEOUT_MS, null);
  });
}

/** The global in which the script that runs before the app leaves its request. */
const AHEAD = 'foldmarkLocal';

/** Returns the request that ran ahead of the app, or makes a new one. */
export async function askForLocalServices(): Promise<Response> {
  const asked: unknown = await Reflect.get(globalThis, AHEAD);
  return asked instanceof Response ? asked : fetch('/__local/emulators.json');
}

/** Requests the addresses before the app has loaded, and leaves the response for the app. */
export async function findLocalServicesAhead(): Promise<LocalServices> {
  const asked = askForLocalServices();
  Reflect.set(globalThis, AHEAD, asked);
  return findLocalServices(asked.then((response) => response.clone()));
}

function readServices(file: unknown): LocalServices {
  return {
    projectId: textIn(file, 'projectId') ?? DEFAULTS.projectId,
    auth: addressIn(file, 'auth') ?? DEFAULTS.auth,
    firestore: addressIn(file, 'firestore') ?? DEFAULTS.firestore,
    aws: addressIn(file, 'aws') ?? DEFAULTS.aws,
  };
}

function addressIn(file: unknown, service: string): Address | null {
  const address = fieldOf(file, service);
  const host = textIn(address, 'host');
  const port = fieldOf(address, 'port');
  return host !== null && typeof port === 'number' ? { host, port } : null;
}

function textIn(value: unknown, name: string): string | null {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
