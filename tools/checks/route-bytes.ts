import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { PROJECT_ROOT } from '#tools/suite/places.ts';
import { z } from 'zod';

const DIST = join(PROJECT_ROOT, 'web/dist');
const KB = 1000;

interface Route {
  readonly name: string;
  readonly path: string;
  readonly isSignedIn: boolean;
  /**
   * The modules, or their chunks (`groups` of vite.config.ts), that the route imports dynamically before the user can use it. The
   * files of index.html are not listed.
   */
  readonly loads: readonly string[];
  /** The modules that the route imports after the user can use it. */
  readonly later: readonly string[];
}

const LATER_FOR_ALL = [
  'src/ui/pages/page-head.tsx',
  'src/app/updates/update-notice.tsx',
  'src/account/remove-libraries.ts',
];

/** The SDK of the identity provider. */
const AUTH = 'auth';
const LIBRARY = 'library';

const LATER_FOR_VISITORS = [...LATER_FOR_ALL, AUTH];

/** The modules that read a library which the browser has not stored yet. */
const FIRST_READ = ['src/sync/feed/cloud.ts', 'src/sync/feed/feeds.ts'];

const SEARCH = ['src/features/search/search-tools.tsx', 'src/features/search/search-parts.tsx'];

/** The chunk of the index of duplicates. */
const DUPLICATES = 'duplicate-index';

/** The modules, or their chunks, that the app preloads for popups, menus and pages (`LOADERS` of web/src/app/popups/popups.tsx). */
const PRELOADED = [
  'overlays',
  'add-pasted',
  'folder-picker',
  'src/app/layout/rail-drawer.tsx',
  'src/app/popups/shortcuts-dialog.tsx',
  'src/app/popups/unsaved-dialog.tsx',
  'src/features/duplicates/duplicates-screen.tsx',
  'src/features/export/export-dialog.tsx',
  'src/features/folders/edit-folder-dialog.tsx',
  'src/features/folders/move-dialog.tsx',
  'src/features/folders/new-folder-dialog.tsx',
  'src/features/import/import-screen.tsx',
  'src/features/links/add/create-link-screen.tsx',
  'src/features/links/details/details-dialog.tsx',
  'src/features/links/details/preview-rail.tsx',
  'src/features/links/edit/edit-link-dialog.tsx',
  'src/features/links/edit/link-folders-dialog.tsx',
  'src/features/links/edit/link-screen.tsx',
  'src/features/links/add/new-link-dialog.tsx',
  'src/features/links/paste/paste-links-dialog.tsx',
  'src/features/links/saved/saved-links-dialog.tsx',
  'src/features/quick-open/quick-open.tsx',
  'src/features/search/search-help-dialog.tsx',
  'src/features/settings/settings-screen.tsx',
  'src/listing/cards/cards.tsx',
];

const LATER_FOR_MEMBERS = [
  ...LATER_FOR_ALL,
  ...FIRST_READ,
  'src/sync/replica/stored-profile.ts',
  'src/api/api-client.ts',
  'src/sync/feed/listener.ts',
  'src/hooks/live-status.tsx',
  ...PRELOADED,
  ...SEARCH,
  DUPLICATES,
];

function visitor(name: string, path: string, ...loads: readonly string[]): Route {
  return { name, path, isSignedIn: false, loads, later: LATER_FOR_VISITORS };
}

function member(name: string, path: string, ...loads: readonly string[]): Route {
  return {
    name,
    path,
    isSignedIn: true,
    loads: [LIBRARY, AUTH, ...loads],
    later: LATER_FOR_MEMBERS,
  };
}

/** Without a replica, a worker reads the library's snapshot. */
const FIRST_VISIT = 'library, first visit';

/** tests/e2e/route-bytes.spec.ts compares this list with the files that Chromium loads. */
const ROUTES: readonly Route[] = [
  visitor('landing', '/'),
  visitor('login', '/login', 'controls'),
  visitor('forgot', '/forgot', 'src/features/account/forgot-screen.tsx'),
  visitor('policy', '/policy', 'src/features/account/policy-screen.tsx'),
  {
    name: FIRST_VISIT,
    path: '/',
    isSignedIn: true,
    loads: [LIBRARY, AUTH, ...FIRST_READ],
    later: LATER_FOR_MEMBERS,
  },
  member('library', '/'),
  member('folder', '/folders/1'),
  member('recent', '/recent'),
  member('favorites', '/folders/favorites'),
  member('trash', '/folders/trash'),
  member('search', '/search?q=one', ...SEARCH),
  member('link', '/links/1', 'src/features/links/edit/link-screen.tsx'),
  member('create a link', '/links/create', 'src/features/links/add/create-link-screen.tsx'),
  member('duplicates', '/duplicates', 'src/features/duplicates/duplicates-screen.tsx', DUPLICATES),
  member('settings', '/settings', 'src/features/settings/settings-screen.tsx'),
];

/** The maximum bytes of compressed script before the user can use the route. */
const BUDGETS = new Map([
  ['landing', 120 * KB],
  ['library', 300 * KB],
  [FIRST_VISIT, 300 * KB],
]);

export interface RouteBytes {
  readonly name: string;
  readonly path: string;
  readonly isSignedIn: boolean;
  /** The paths of the files, relative to web/dist. */
  readonly files: readonly string[];
  readonly laterFiles: readonly string[];
  /** Script that loads before the user can use the route. */
  readonly scriptBytes: number;
  readonly styleBytes: number;
  /** All script, including that of `later`. */
  readonly wholeScriptBytes: number;
  /** The budget for `scriptBytes`; null if the route has none. */
  readonly budgetBytes: number | null;
}

/** The compressed download size of each route in the last build. */
export async function routeBytes(): Promise<readonly RouteBytes[]> {
  const manifest = ManifestSchema.parse(
    JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8')),
  );
  const index = await readFile(join(DIST, 'index.html'), 'utf8');
  const first = namedIn(index);
  const inlineBytes = gzipSync(inlineScriptsOf(index)).length;
  const compressed = new Map<string, number>();
  for (const file of new Set([...first, workerIn(index), ...Object.values(manifest).flatMap(filesOf)])) {
    compressed.set(file, gzipSync(await readFile(join(DIST, file))).length);
  }
  const sum = (files: ReadonlySet<string>, extension: string) =>
    [...files]
      .filter((file) => file.endsWith(extension))
      .reduce((bytes, file) => bytes + (compressed.get(file) ?? 0), 0);
  return ROUTES.map(({ name, path, isSignedIn, loads, later }) => {
    const needed = name === FIRST_VISIT ? [workerIn(index)] : [];
    const files = new Set([...first, ...needed, ...filesLoadedBy(loads, manifest)]);
    // A page that loads before the replica is stored starts the snapshot worker too.
    const worker = isSignedIn ? [workerIn(index)] : [];
    const whole = new Set([...files, ...worker, ...filesLoadedBy(later, manifest)]);
    return {
      name,
      path,
      isSignedIn,
      files: [...files],
      laterFiles: [...whole].filter((file) => !files.has(file)),
      scriptBytes: inlineBytes + sum(files, '.js'),
      styleBytes: sum(files, '.css'),
      wholeScriptBytes: inlineBytes + sum(whole, '.js'),
      budgetBytes: BUDGETS.get(name) ?? null,
    };
  });
}

/** An entry of Vite's build manifest. */
const ChunkSchema = z.object({
  file: z.string(),
  name: z.optional(z.string()),
  imports: z.array(z.string()).optional(),
  css: z.array(z.string()).optional(),
});
type Chunk = z.infer<typeof ChunkSchema>;

const ManifestSchema = z.record(z.string(), ChunkSchema);
type Manifest = z.infer<typeof ManifestSchema>;

function filesLoadedBy(modules: readonly string[], manifest: Manifest): readonly string[] {
  const seen = new Set<string>();
  const visit = (key: string): readonly string[] => {
    if (seen.has(key)) return [];
    seen.add(key);
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key);
    if (chunk === undefined) throw new Error(`The build has no file for ${key}, which a route should load.`);
    return [...filesOf(chunk), ...(chunk.imports ?? []).flatMap(visit)];
  };
  return modules.flatMap(visit);
}

function filesOf({ file, css = [] }: Chunk): readonly string[] {
  return [file, ...css].filter((name) => /\.(?:js|css)$/.test(name));
}

/** Reads the scripts that web/build/inline-scripts.ts has inlined. */
function inlineScriptsOf(document: string): string {
  const scripts = [...document.matchAll(/<script>(?<script>.+?)<\/script>/gs)];
  if (scripts.length === 0) throw new Error('The page has no inline script.');
  return scripts.map(({ groups }) => groups?.['script'] ?? '').join('\n');
}

/** The file that decodes a snapshot, listed by web/build/load-ahead.ts. */
function workerIn(document: string): string {
  const file = /name="snapshot-worker" content="\/(?<file>[^"]+)"/.exec(document)?.groups?.['file'];
  if (file === undefined) throw new Error('The page names no worker.');
  return file;
}

/** The scripts and styles that an HTML document links. */
function namedIn(document: string): readonly string[] {
  return [...document.matchAll(/(?:src|href)="\/(?<file>[^"]+\.(?:js|css))"/g)].map(
    ({ groups }) => groups?.['file'] ?? '',
  );
}
