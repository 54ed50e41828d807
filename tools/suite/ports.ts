import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

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

/** Below the ports that operating systems give to outgoing connections. */
const BLOCKS = { first: 20_000, size: 16, count: 700 } as const;

/**
 * Finds free ports for one run of the product. Another run could take a port between a test of it and the start of its service.
 * So each run holds the first port of a block until its process ends, and uses the others of that block.
 */
export async function freePorts(): Promise<Ports> {
  const start = Math.floor(Math.random() * BLOCKS.count);
  for (let tried = 0; tried < BLOCKS.count; tried++) {
    const ports = await takeBlock(BLOCKS.first + ((start + tried) % BLOCKS.count) * BLOCKS.size);
    if (ports !== null) return ports;
  }
  throw new Error('No ports are free.');
}

/** The ports of a block, or null if another run has it or another program uses one of them. */
async function takeBlock(first: number): Promise<Ports | null> {
  let next = first;
  const ports = await eachService(async () => (next += 1));
  let block;
  try {
    block = await hold(first);
  } catch {
    return null;
  }
  if ((await occupiedPorts(ports)).length === 0) return ports;
  await block.release();
  return null;
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

/** Occupies a port, at most until this process ends. */
async function hold(port: number): Promise<{ readonly release: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: HOST, port, exclusive: true }, resolve);
  });
  // The held port must not keep the process alive.
  server.unref();
  return {
    release: async () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}
