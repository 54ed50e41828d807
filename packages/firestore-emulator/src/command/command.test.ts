import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { runCommand } from '#firestore/command/run-command.ts';

const OPEN =
  "rules_version = '2';\nservice cloud.firestore { match /databases/{d}/documents/{p=**} { allow read, write; } }";
const CLOSED =
  "rules_version = '2';\nservice cloud.firestore { match /databases/{d}/documents { match /none { allow read; } } }";
const EXPORT = join(import.meta.dirname, '..', 'transfer', 'fixtures', 'official-export');

let directory: string;
const started: Command[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'firestore-command-'));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map(async (command) => command.end('SIGKILL')));
  await rm(directory, { recursive: true });
});

/** Runs the command in its own process. */
class Command {
  output = '';
  readonly #child;
  readonly exited: Promise<number | null>;

  constructor(...args: string[]) {
    const cli = join(import.meta.dirname, '..', 'cli.ts');
    // The default data directory is in the current directory.
    this.#child = spawn(process.execPath, [cli, ...args], {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on('data', (chunk) => (this.output += String(chunk)));
    }
    this.exited = once(this.#child, 'exit').then(([code]) => (typeof code === 'number' ? code : null));
    started.push(this);
  }

  async waitForOutput(words: RegExp): Promise<string> {
    for (;;) {
      const found = words.exec(this.output);
      if (found !== null) return found[1] ?? found[0];
      const hasEnded = await Promise.race([this.exited.then(() => true), sleep(10, false)]);
      if (hasEnded && !words.test(this.output))
        throw new Error(`The process ended without printing ${String(words)}:\n${this.output}`);
    }
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.exited;
  }
}

async function address(command: Command): Promise<string> {
  const port = await command.waitForOutput(/listens on 127\.0\.0\.1:(\d+)/u);
  return `http://127.0.0.1:${port}/v1/projects/demo/databases/(default)/documents`;
}

test('--data survives a restart; --export-on-exit writes an export that --import reads', async () => {
  const [data, exported] = [join(directory, 'data'), join(directory, 'export')];
  const first = new Command('--port=0', `--data=${data}`);
  const body = JSON.stringify({ fields: { text: { stringValue: 'kept' } } });
  expect((await fetch(`${await address(first)}/notes/a`, { method: 'PATCH', body })).status).toBe(200);
  expect(await first.end('SIGTERM')).toBe(0);

  const second = new Command(
    '--port=0',
    `--data=${data}`,
    `--export-on-exit=${exported}`,
    '--project-id=demo',
  );
  expect(await (await fetch(`${await address(second)}/notes/a`)).json()).toMatchObject(JSON.parse(body));
  expect(await second.end('SIGINT')).toBe(0);
  expect(await readFile(join(exported, 'firebase-export-metadata.json'), 'utf8')).toContain(
    'firestore_export',
  );

  const third = new Command('--port=0', `--import=${exported}`);
  expect(await (await fetch(`${await address(third)}/notes/a`)).json()).toMatchObject(JSON.parse(body));
  expect(await third.end('SIGTERM')).toBe(0);
});

test('by default the data survives a restart, and only one process uses it', async () => {
  const first = new Command('--port=0');
  expect((await fetch(`${await address(first)}/notes/a`, { method: 'PATCH', body: '{}' })).status).toBe(200);
  expect(first.output).toMatch(/The data is in \S+\.foldmark-firestore, and survives/u);
  expect(await readFile(join(directory, '.foldmark-firestore/.gitignore'), 'utf8')).toBe('*\n');
  const [second, third] = [new Command('--port=0'), new Command('--port=0', '--memory')];
  expect(await second.exited).toBe(1);
  expect(second.output).toMatch(/in use by process \d+.*--memory to keep no data/su);
  expect((await fetch(`${await address(third)}/notes/a`)).status).toBe(404);
  expect(third.output).toContain('The data is in memory');
  expect(await first.end('SIGTERM')).toBe(0);

  // An import without --data replaces the stored data in each start, as in the official emulator.
  const [fourth, fifth] = [new Command('--port=0'), new Command('--port=0', `--import=${EXPORT}`)];
  expect((await fetch(`${await address(fourth)}/notes/a`)).status).toBe(200);
  expect((await fetch(`${await address(fifth)}/notes/a`)).status).toBe(404);
  expect(fifth.output).toContain('Imported 5 documents');
});

test('--import fills only a new data directory, and overwrites nothing at later starts', async () => {
  const args = ['--port=0', `--data=${join(directory, 'data')}`, `--import=${EXPORT}`];
  const first = new Command(...args, '--project-id=demo');
  const widgets = `${await address(first)}/widgets`;
  expect(first.output).toContain('Imported 5 documents');
  const list: unknown = await (await fetch(widgets)).json();
  const name = /widgets\/(?<id>[^"/]+)"/u.exec(JSON.stringify(list))?.groups?.['id'] ?? '';
  const edited = { fields: { name: { stringValue: 'edited' } } };
  const body = JSON.stringify(edited);
  expect((await fetch(`${widgets}/${name}`, { method: 'PATCH', body })).status).toBe(200);
  expect(await first.end('SIGTERM')).toBe(0);

  const second = new Command(...args, '--project-id=demo');
  const again = `${await address(second)}/widgets/${name}`;
  expect(second.output).toContain('the data directory is not new');
  expect(await (await fetch(again)).json()).toMatchObject(edited);
  expect(await second.end('SIGTERM')).toBe(0);
});

test('--rules loads the rules, and reloads them when the file changes', async () => {
  const rules = join(directory, 'firestore.rules');
  await writeFile(rules, OPEN);
  const command = new Command('--port=0', '--memory', `--rules=${rules}`, '--debug');
  const note = `${await address(command)}/notes/a`;
  expect((await fetch(note)).status).toBe(404);
  await writeFile(rules, CLOSED);
  await command.waitForOutput(/is reloaded/u);
  expect((await fetch(note)).status).toBe(403);
  expect(await command.waitForOutput(/get \/notes\/a is denied: (.+)/u)).toContain(
    'No matching allow statements',
  );
  await writeFile(rules, 'service cloud.firestore {\n  match {');
  expect(await command.waitForOutput(/(firestore\.rules:2:\d+: .+)/u)).toMatch(
    /[^.]\. The old content stays in force\.$/u,
  );
  expect((await fetch(note)).status).toBe(403);
});

test('--require-indexes refuses queries until the file has their index, and --request-log records both', async () => {
  const [indexes, log] = [join(directory, 'firestore.indexes.json'), join(directory, 'requests.jsonl')];
  await writeFile(indexes, '{"indexes": []}');
  const flags = [`--indexes=${indexes}`, '--require-indexes', `--request-log=${log}`];
  const command = new Command('--port=0', '--memory', ...flags);
  const ordered = ['a', 'b'].map((fieldPath) => ({ field: { fieldPath } }));
  const body = JSON.stringify({ structuredQuery: { from: [{ collectionId: 'notes' }], orderBy: ordered } });
  const query = `${await address(command)}:runQuery`;
  const refused = await fetch(query, { method: 'POST', body });
  expect(refused.status).toBe(400);
  const [error]: { error: { message: string } }[] = JSON.parse(await refused.text());
  const definition = error?.error.message.replace(/^[^{]*/u, '') ?? '';
  await writeFile(indexes, `{"indexes": [${definition}]}`);
  await command.waitForOutput(/is reloaded/u);
  expect((await fetch(query, { method: 'POST', body })).status).toBe(200);
  await writeFile(indexes, '{"indexes": [{}]}');
  await command.waitForOutput(/indexes\[0\]\.collectionGroup is missing/u);
  expect((await fetch(query, { method: 'POST', body })).status).toBe(200);
  expect(await command.end('SIGTERM')).toBe(0);
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject(
    ['FAILED_PRECONDITION', 'OK', 'OK'].map((status) => ({ method: 'RunQuery', status })),
  );
});

test('rules that do not load prevent the start, and the error has line and column', async () => {
  const rules = join(directory, 'firestore.rules');
  await writeFile(rules, 'service cloud.firestore {\n  match /x/{y} { allow read: if ; }\n}');
  const command = new Command('--port=0', `--rules=${rules}`);
  expect(await command.exited).toBe(1);
  expect(command.output).toMatch(/firestore\.rules:2:\d+: /u);
});

test.each(['--rules', '--indexes'])('the error for a %s that is a directory names it', async (option) => {
  const command = new Command('--port=0', '--memory', `${option}=${directory}`);
  expect(await command.exited).toBe(1);
  expect(command.output).toContain(`error: ${directory} can't be read: EISDIR`);
});

test('rules that are too complex prevent the start', async () => {
  const rules = join(directory, 'firestore.rules');
  const condition = `${'false || '.repeat(99)}true`;
  await writeFile(rules, `service cloud.firestore {\n  match /x/{y} { allow read: if ${condition}; }\n}`);
  const command = new Command('--port=0', `--rules=${rules}`);
  expect(await command.exited).toBe(1);
  expect(command.output).toContain('firestore.rules:2:33: Expression is too complex to evaluate safely.');
});

test('the error for a taken port names the port and its option', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const taken = other.address();
  const port = taken === null || typeof taken === 'string' ? 0 : taken.port;
  const command = new Command(`--port=${port}`);
  expect(await command.exited).toBe(1);
  expect(command.output).toContain(`Port ${port} of 127.0.0.1 is taken`);
  expect(command.output).toContain('--port');
  other.close();
});

test('--version prints the version of the package, and --help the options', async () => {
  const version = new Command('--version');
  expect(await version.exited).toBe(0);
  const { version: expected } = JSON.parse(
    await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
  );
  expect(version.output).toBe(`${expected}\n`);
  const help = new Command('--help');
  expect(await help.exited).toBe(0);
  expect(help.output).toContain('--version              print the version');
});

test.each<[string, string[], RegExp]>([
  ['an unknown option', ['--prot=1'], /--prot/u],
  ['an empty path', ['--data='], /^--data is empty\./u],
  ['an empty id of a project', ['--project-id='], /^--project-id is empty\./u],
  [
    'an invalid id of a project',
    [`--import=${EXPORT}`, '--project-id=a/b'],
    /^--project-id: "a\/b" is not the id of a project\./u,
  ],
  ['required indexes without their definitions', ['--memory', '--require-indexes'], /add --indexes FILE\./u],
  ['--fsync without data on disk', ['--memory', '--fsync'], /^--fsync is for data on disk.+Choose --data/u],
  ['--repair without data on disk', [`--import=${EXPORT}`, '--repair'], /^--repair is for data on disk/u],
])('%s prints the reason and the help', async (_what, args, reason) => {
  const command = new Command('--port=0', ...args);
  expect(await command.exited).toBe(2);
  expect(command.output).toMatch(reason);
  expect(command.output).toContain('--port 8080');
});

test.each([
  ['EACCES', 'listen', /^Port 80 may not be used/u],
  ['EACCES', 'open', /^the reason of Node$/u],
  ['ENOTFOUND', 'getaddrinfo', /^The name 127\.0\.0\.1 has no address: choose another --host\.$/u],
])('%s of %s is reported with the option to change, if there is one', async (code, syscall, reason) => {
  const messages: string[] = [];
  const options = { host: '127.0.0.1', port: 80 };
  const exitCode = await runCommand(
    {
      help: '',
      parseOptions: () => options,
      serve: () => Promise.reject(Object.assign(new Error('the reason of Node'), { code, syscall })),
      fail: (_options, message) => messages.push(message),
    },
    [],
  );
  expect(exitCode).toBe(1);
  expect(messages).toEqual([expect.stringMatching(reason)]);
});

test('a request log that cannot be opened prevents the start', async () => {
  const command = new Command('--port=0', `--request-log=${join(directory, 'missing', 'log')}`);
  expect(await command.exited).toBe(1);
  expect(command.output).toMatch(/The request log \S+log can't be opened: ENOENT/u);
});

test.runIf(process.platform === 'linux')('a directory that cannot be created is an error', async () => {
  const first = new Command('--port=0', '--data=/proc/x');
  expect(await first.exited).toBe(1);
  expect(first.output).toMatch(/\/proc\/x can't be created: ENOENT/u);
  const second = new Command('--port=0', '--memory', '--export-on-exit=/proc/x');
  await address(second);
  expect(await second.end('SIGTERM')).toBe(1);
  expect(second.output).toMatch(/\/proc\/x can't be written: ENOENT/u);
});
