import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';

/** The services, by their names in firebase.json. Each has its port under `emulators.<service>.port`. */
const SERVICES = [
  'hosting',
  'auth',
  'functions',
  'firestore',
  'aws',
  'tasks',
  'eventarc',
  'hub',
  'logging',
] as const;

export type Service = (typeof SERVICES)[number];
export type Ports = Readonly<Record<Service, number>>;

export const HOST = '127.0.0.1';

export async function portsOf(firebaseJson: string): Promise<Ports> {
  const { emulators }: { emulators: Record<string, { port?: number } | undefined> } = JSON.parse(
    await readFile(firebaseJson, 'utf8'),
  );
  return eachService(async (service) => {
    const port = emulators[service]?.port;
    if (port === undefined) throw new Error(`firebase.json has no emulators.${service}.port.`);
    return port;
  });
}

/** Finds free ports. All stay bound until the last is found, so that none is returned twice. */
export async function freePorts(): Promise<Ports> {
  const releases: (() => Promise<void>)[] = [];
  try {
    return await eachService(async () => {
      const { port, release } = await hold(0);
      releases.push(release);
      return port;
    });
  } finally {
    await Promise.all(releases.map(async (release) => release()));
  }
}

export async function freePort(): Promise<number> {
  const { port, release } = await hold(0);
  await release();
  return port;
}

/** One line for each port that another program uses. */
export async function occupiedPorts(ports: Readonly<Record<string, number>>): Promise<string[]> {
  const complaints: string[] = [];
  for (const [service, port] of Object.entries(ports)) {
    try {
      const { release } = await hold(port);
      await release();
    } catch {
      complaints.push(`Port ${port} is in use, and ${service} needs it.`);
    }
  }
  return complaints;
}

async function eachService(portOf: (service: Service) => Promise<number>): Promise<Ports> {
  return {
    hosting: await portOf('hosting'),
    auth: await portOf('auth'),
    functions: await portOf('functions'),
    firestore: await portOf('firestore'),
    aws: await portOf('aws'),
    tasks: await portOf('tasks'),
    eventarc: await portOf('eventarc'),
    hub: await portOf('hub'),
    logging: await portOf('logging'),
  };
}

async function hold(port: number): Promise<{ port: number; release: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: HOST, port, exclusive: true }, resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP address.');
  return {
    port: address.port,
    release: async () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}
