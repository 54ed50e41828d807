import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';

const PAGES = join(PROJECT_ROOT, 'packages/firestore-emulator/docs');
/** The first line of a code block names its file. */
const BLOCK = /```\w+\n(?:\/\/|#) (?<name>\S+)\n(?<code>[^]*?)```/gu;

/** The code blocks of a page, by their file names, with free ports instead of the usual ones. */
export async function codeBlocks(page: string): Promise<ReadonlyMap<string, string>> {
  const ports = new Map([
    ['8080', await freePort()],
    ['5173', await freePort()],
  ]);
  const text = await readFile(join(PAGES, page), 'utf8');
  return new Map(
    [...text.matchAll(BLOCK)].map(({ groups }) => [
      groups?.['name'] ?? '',
      (groups?.['code'] ?? '').replaceAll(/\b(?:8080|5173)\b/gu, (port) => ports.get(port) ?? port),
    ]),
  );
}

export function blockOf(blocks: ReadonlyMap<string, string>, name: string): string {
  const code = blocks.get(name);
  if (code === undefined) throw new Error(`The page has no ${name}.`);
  return code;
}

export async function writeBlocks(home: string, blocks: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, code] of blocks) await writeFile(join(home, name), code);
}

/** Makes packages of this repository available in a folder that has its own node_modules. */
export async function linkPackages(home: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const link = join(home, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(PROJECT_ROOT, 'node_modules', name), link, 'dir');
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  const { port } = addressOf(server.address());
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return String(port);
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address;
}
