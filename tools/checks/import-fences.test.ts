import { execFile } from 'node:child_process';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  COMPOSER,
  EXTENSION_FOLDERS,
  FUNCTIONS_FOLDERS,
  LIBRARY_FOLDERS,
  WEB_FOLDERS,
} from '#tools/checks/layers.ts';

const ROOT = join(import.meta.dirname, '../..');
const RULE = 'eslint(no-restricted-imports)';
const PROPERTIES_RULE = 'eslint(no-restricted-properties)';

/** Imports that the lint rules must refuse in a file of the folder. */
const FORBIDDEN: readonly (readonly [folder: string, path: string])[] = [
  ['library/entities', '@foldmark/contract/limits'],
  ['library/changes', '@foldmark/web/sync/store'],
  ['library/changes', '../../contract/src/limits.ts'],
  ['library/files/reading', 'node:fs/promises'],
  ['library/order', 'react'],
  ['library/duplicates', 'firebase/firestore'],
  ['library/entities', '#library/search/compile-query.ts'],
  ['library/order', '../memory/library.ts'],
  ['library/memory', '#library/files/library-file.ts'],
  ['contract/src', '@foldmark/functions/http/handle'],
  ['contract/src', 'node:fs/promises'],
  ['contract/src', 'firebase-admin/firestore'],
  ['contract/src', '../../functions/src/index.ts'],
  ['functions/src/http', '@foldmark/web/sync/store'],
  ['functions/src/http', '@foldmark/tools/suite/ports'],
  ['functions/src/http', '../../../contract/src/limits.ts'],
  ['functions', '../web/vite.config.ts'],
  ['functions/src/errors', '#functions/http/handle.ts'],
  ['functions/src/store', '#functions/services/services.ts'],
  ['functions/src/services', '#functions/operations/operations.ts'],
  ['functions/src/jobs', '#functions/operations/trash.ts'],
  ['functions/src/changes', '#functions/jobs/jobs.ts'],
  ['functions/src/imports', '#functions/jobs/jobs.ts'],
  ['functions/src/imports', '#functions/snapshots/ask-for-snapshot.ts'],
  ['functions/src/snapshots', '#functions/jobs/jobs.ts'],
  ['functions/src/changes', '#functions/imports/plan-import.ts'],
  ['functions/src/http', '#functions/cloud/settings.ts'],
  ['functions/src/http', '#functions/index.ts'],
  ['extension/src/popup', '@foldmark/web/ui/buttons/button'],
  ['extension/src/popup', '@foldmark/functions/http/handle'],
  ['extension/src/popup', 'react'],
  ['extension/src/popup', '../../../contract/src/limits.ts'],
  ['extension/src/queue', '#extension/background/background.ts'],
  ['extension/src/queue', '../popup/popup.ts'],
  ['extension/src/platform', '#extension/connection/connection.ts'],
  ['packages/aws-emulator/src', '@foldmark/firestore-emulator/src/log/log.ts'],
  ['packages/aws-emulator/src', '../../../contract/src/limits.ts'],
  ['packages/firestore-emulator/src/store', '@foldmark/contract/limits'],
  ['packages/firestore-emulator/src/store', '@foldmark/tools/suite/ports'],
  ['tools/suite', '@foldmark/web/sync/store'],
  ['tools/suite', '@foldmark/extension/popup/popup'],
  ['tools/suite', '@foldmark/tests/support/test-suite'],
  ['tools', '../functions/src/index.ts'],
  ['tools/deploy', '../../web/vite.config.ts'],
  ['tests/api', '../../functions/src/index.ts'],
  ['web/src/app', '@foldmark/functions/http/handle'],
  ['web/src/app', '@foldmark/tools/suite/ports'],
  ['web/src/app/layout', '../../sync/store.ts'],
  ['web/src/sync', '#web/ui/buttons/button.tsx'],
  ['web/src/sync/feed', '#web/features/links/edit/link-screen.tsx'],
  ['web/src/sync', '../app/start/environment.ts'],
  ['web/src/sync/live', 'react'],
  ['web/src/sync/live', 'reactfire'],
  ['web/src/sync', '#web/account/session.ts'],
  ['web/src/api', '#web/sync/store.ts'],
  ['web/src/account', '#web/hooks/services.ts'],
  ['web/src/export', '#web/hooks/services.ts'],
  ['web/src/listing', '#web/export/run-export.ts'],
  ['web/src/state', '#web/hooks/services.ts'],
  ['web/src/uploads', '#web/hooks/services.ts'],
  ['web/src/hooks', '#web/ui/buttons/button.tsx'],
  ['web/src/ui', '#web/sync/store.ts'],
  ['web/src/ui', '#web/listing/list/listing.tsx'],
  ['web/src/ui', '../hooks/services.ts'],
  ['web/src/listing', '#web/features/folders/folder-tree.tsx'],
  ['web/src/listing/drag', '#web/app/routes/routes.tsx'],
  ['web/src/images', '#web/features/links/edit/link-screen.tsx'],
  ['web/src/images', '#web/listing/list/listing.tsx'],
  ['web/src/import', '#web/features/links/edit/link-screen.tsx'],
  ['web/src/import', '#web/ui/buttons/button.tsx'],
  ['web/src/export', '#web/import/open-file.ts'],
  ['web/src/import', 'react'],
  ['web/src/sync/imports', '#web/import/open-file.ts'],
  ['web/src/features/links', '#web/features/folders/folder-tree.tsx'],
  ['web/src/features/links', '../folders/folder-tree.tsx'],
  ['web/src/features/links', '#web/app/routes/routes.tsx'],
  ['web/src/features/links/add', '#web/features/folders/folder-tree.tsx'],
  ['web/src/features/links/add', '../../folders/folder-tree.tsx'],
];
const ALLOWED: readonly (readonly [folder: string, path: string])[] = [
  ['library/changes', '#library/entities/fields.ts'],
  ['library/search', '#library/memory/library.ts'],
  ['contract/src', '@foldmark/library/entities/fields'],
  ['functions/src/http', '@foldmark/library/changes/changes'],
  ['functions/src/http', '@foldmark/contract/limits'],
  ['functions/src/http', '#functions/operations/operations.ts'],
  ['functions/src/cloud', '#functions/http/message.ts'],
  ['functions/src/store', '#functions/allowance/meter.ts'],
  ['extension/src/popup', '@foldmark/contract/limits'],
  ['extension/src/popup', '@foldmark/library/changes/changes'],
  ['extension/src/popup', '#extension/queue/queue.ts'],
  ['extension/src/ui', '@foldmark/web/tokens.css'],
  ['extension', '@foldmark/web/build/third-party-notices'],
  ['extension/src/options', '../ui/elements.ts'],
  ['tools/suite', '@foldmark/contract/limits'],
  ['tools', '@foldmark/library/files/reading/read-library'],
  ['tools/deploy', '@foldmark/firestore-emulator/src/rules/ruleset.ts'],
  ['packages/aws-emulator/src', '#aws/account/account.ts'],
  ['tests/api', '@foldmark/web/sync/store'],
  ['web/src/app', '@foldmark/contract/limits'],
  ['web/src/app/start', '../../../../deploy/environments.json'],
  ['web/src/app/layout', '#web/features/folders/folder-tree.tsx'],
  ['web/src/sync/feed', '#web/sync/store.ts'],
  ['web/src/sync/mutations', '#web/api/api-error.ts'],
  ['web/src/hooks', '#web/sync/store.ts'],
  ['web/src/import', '#web/sync/imports/import-store.ts'],
  ['web/src/features/import', '#web/import/open-file.ts'],
  ['web/src/export', '@foldmark/library/files/reading/read-library'],
  ['web/src/listing/drag', '../items/date-text.ts'],
  ['web/src/features/links', '#web/images/image-plan.ts'],
  ['web/src/features/links', './link-screen.tsx'],
  ['web/src/features/links/add', '../saved/saved-notice.tsx'],
];

const CLOCK_AND_IDS = 'library/changes/clock-and-ids.ts';

let project: string;
const refused = new Set<string>();

beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'foldmark-fences-')));
  for (const file of ['oxlint.config.ts', 'tools/checks/layers.ts']) await copy(file);
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  for (const [index, [folder, path]] of [...FORBIDDEN, ...ALLOWED].entries()) {
    // Test static and dynamic imports, since routes load their screens dynamically.
    await write(
      fileOf(folder, index, 'static'),
      `import { thing } from '${path}';\nexport const x = thing;\n`,
    );
    await write(fileOf(folder, index, 'dynamic'), `export const x = await import('${path}');\n`);
  }
  await write(CLOCK_AND_IDS, 'export const x = [Date.now(), Math.random()];\n');
  for (const { code, filename } of await lint()) {
    if (code === RULE || code === PROPERTIES_RULE) refused.add(filename);
  }
}, 60_000);

afterAll(async () => {
  await rm(project, { recursive: true });
});

test.each(FORBIDDEN)('%s does not import %s', (folder, path) => {
  const index = FORBIDDEN.findIndex((row) => row[0] === folder && row[1] === path);
  expect(refused).toContain(fileOf(folder, index, 'static'));
  expect(refused).toContain(fileOf(folder, index, 'dynamic'));
});

test.each(ALLOWED)('%s may import %s', (folder, path) => {
  const index = FORBIDDEN.length + ALLOWED.findIndex((row) => row[0] === folder && row[1] === path);
  expect(refused).not.toContain(fileOf(folder, index, 'static'));
});

test('library has no clock and makes no ids', () => {
  expect(refused).toContain(CLOCK_AND_IDS);
});

test('every folder of library, functions/src, extension/src and web/src has import rules', async () => {
  const folders = (await foldersOf('library')).filter((name) => name !== 'node_modules');
  expect(new Set(folders)).toEqual(new Set(LIBRARY_FOLDERS));
  expect(new Set(FUNCTIONS_FOLDERS)).toEqual(new Set(await foldersOf('functions/src')));
  expect(new Set(await foldersOf('extension/src'))).toEqual(new Set(EXTENSION_FOLDERS));
  expect(new Set([...Object.keys(WEB_FOLDERS), COMPOSER])).toEqual(new Set(await foldersOf('web/src')));
});

test('docs/architecture.md has the same layers', async () => {
  const architecture = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8');
  const foldersIn = (heading: string) => rowsOf(architecture, heading).map(([folder]) => folder);
  expect(foldersIn('The folders of `library`')).toEqual(LIBRARY_FOLDERS);
  expect(foldersIn('The folders of `functions/src`')).toEqual(FUNCTIONS_FOLDERS);
  expect(foldersIn('The folders of `extension/src`')).toEqual(EXTENSION_FOLDERS);
  const rows = rowsOf(architecture, 'The folders of `web/src`');
  const imports = rows.map(([folder, , allowed]) => [folder, allowed?.match(/[a-z]+(?=`)/g) ?? []]);
  expect(Object.fromEntries(imports.filter(([folder]) => folder !== COMPOSER))).toEqual(WEB_FOLDERS);
});

/** The cells of the table below a heading. The folder has no backticks. */
function rowsOf(markdown: string, heading: string): readonly (readonly string[])[] {
  const section = markdown.split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const [folder = '', ...cells] = row.slice(2, -2).split(' | ');
    return [folder.trim().replaceAll('`', ''), ...cells];
  });
}

function fileOf(folder: string, index: number, kind: 'static' | 'dynamic'): string {
  return `${folder}/scratch-${index}-${kind}.ts`;
}

async function copy(file: string): Promise<void> {
  await mkdir(dirname(join(project, file)), { recursive: true });
  await copyFile(join(ROOT, file), join(project, file));
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, file)), { recursive: true });
  await writeFile(join(project, file), text);
}

interface Finding {
  readonly code: string;
  readonly filename: string;
}

async function lint(): Promise<readonly Finding[]> {
  const bin = join(ROOT, 'node_modules/.bin/oxlint');
  // oxlint exits with code 1 if it reports anything.
  const { stdout } = await promisify(execFile)(bin, ['--format', 'json'], { cwd: project }).catch(
    (error: unknown) => {
      if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
      throw error;
    },
  );
  const { diagnostics }: { diagnostics: readonly Finding[] } = JSON.parse(stdout);
  return diagnostics;
}

async function foldersOf(path: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && entry.name !== 'testing').map(({ name }) => name);
}
