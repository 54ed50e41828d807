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
   * The modules that it imports dynamically before it can be used, or the file of the build that holds them (`groups` of
   * vite.config.ts); what index.html names goes without saying.
   */
  readonly loads: readonly string[];
  /** What it imports when it can be used already. */
  readonly later: readonly string[];
}

const LATER_FOR_ALL = [
  'src/ui/page-head.tsx',
  'src/app/local-services.ts',
  'src/app/updates/update-notice.tsx',
  'forget',
];

const LIBRARY = 'library';

/** What reads a library that is not in the browser yet. */
const FIRST_READ = [
  'src/sync/feed/cloud.ts',
  'src/sync/feed/feeds.ts',
  'src/sync/feed/reader.ts',
  '../node_modules/firebase/firestore/lite/dist/esm/index.esm.js',
];

const LATER_FOR_MEMBERS = [
  ...LATER_FOR_ALL,
  ...FIRST_READ,
  'src/sync/replica/stored-profile.ts',
  'src/api/api-client.ts',
  'src/sync/feed/listener.ts',
  'src/hooks/live-feed.tsx',
  'src/features/links/new-link-dialog.tsx',
  'src/features/links/edit-link-dialog.tsx',
  'src/features/links/link-folders-dialog.tsx',
  'src/features/folders/new-folder-dialog.tsx',
  'src/features/folders/edit-folder-dialog.tsx',
  'src/features/folders/move-folder-dialog.tsx',
];

function visitor(name: string, path: string, ...loads: readonly string[]): Route {
  return { name, path, isSignedIn: false, loads, later: LATER_FOR_ALL };
}

function member(name: string, path: string, ...loads: readonly string[]): Route {
  return {
    name,
    path,
    isSignedIn: true,
    loads: [LIBRARY, ...loads],
    later: LATER_FOR_MEMBERS,
  };
}

/** Which of them Chromium really loads is tested (tests/e2e/route-bytes.spec.ts). */
const ROUTES: readonly Route[] = [
  visitor('landing', '/'),
  visitor('login', '/login', 'controls'),
  visitor('forgot', '/forgot', 'src/features/account/forgot-screen.tsx'),
  visitor('policy', '/policy', 'src/features/account/policy-screen.tsx'),
  {
    name: 'library, first visit',
    path: '/',
    isSignedIn: true,
    loads: [LIBRARY, ...FIRST_READ],
    later: LATER_FOR_MEMBERS,
  },
  member('library', '/'),
  member('folder', '/folders/1'),
  member('favorites', '/folders/favorites'),
  member('trash', '/folders/trash'),
  member('link', '/links/1', 'src/features/links/link-screen.tsx'),
  member('create a link', '/links/create', 'src/features/links/create-link-screen.tsx'),
  member('settings', '/settings', 'src/features/settings/settings-screen.tsx'),
];

/** Of script, compressed: what the landing page and the signed-in library may cost before they can be used. */
const BUDGETS = new Map([
  ['landing', 130 * KB],
  ['library', 330 * KB],
  ['library, first visit', 330 * KB],
]);

export interface RouteBytes {
  readonly name: string;
  readonly path: string;
  readonly isSignedIn: boolean;
  /** Below web/dist. */
  readonly files: readonly string[];
  readonly laterFiles: readonly string[];
  /** Until the route can be used. */
  readonly scriptBytes: number;
  readonly styleBytes: number;
  /** With what comes when it can be used already. */
  readonly wholeScriptBytes: number;
  /** For the script; null where nothing was promised. */
  readonly budgetBytes: number | null;
}

/** What each route costs on the wire, by the last build. */
export async function routeBytes(): Promise<readonly RouteBytes[]> {
  const manifest = ManifestSchema.parse(
    JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8')),
  );
  const first = namedIn(await readFile(join(DIST, 'index.html'), 'utf8'));
  const compressed = new Map<string, number>();
  for (const file of new Set([...first, ...Object.values(manifest).flatMap(filesOf)])) {
    compressed.set(file, gzipSync(await readFile(join(DIST, file))).length);
  }
  const sum = (files: ReadonlySet<string>, extension: string) =>
    [...files]
      .filter((file) => file.endsWith(extension))
      .reduce((bytes, file) => bytes + (compressed.get(file) ?? 0), 0);
  return ROUTES.map(({ name, path, isSignedIn, loads, later }) => {
    const files = new Set([...first, ...filesLoadedBy(loads, manifest)]);
    const whole = new Set([...files, ...filesLoadedBy(later, manifest)]);
    return {
      name,
      path,
      isSignedIn,
      files: [...files],
      laterFiles: [...whole].filter((file) => !files.has(file)),
      scriptBytes: sum(files, '.js'),
      styleBytes: sum(files, '.css'),
      wholeScriptBytes: sum(whole, '.js'),
      budgetBytes: BUDGETS.get(name) ?? null,
    };
  });
}

/** What Vite writes down of each file it made (build.manifest). */
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
    if (chunk === undefined) throw new Error(`The build has no file for ${key}, which a route is to load.`);
    return [...filesOf(chunk), ...(chunk.imports ?? []).flatMap(visit)];
  };
  return modules.flatMap(visit);
}

function filesOf({ file, css = [] }: Chunk): readonly string[] {
  return [file, ...css].filter((name) => /\.(?:js|css)$/.test(name));
}

/** The scripts and styles that a document asks for itself. */
function namedIn(document: string): readonly string[] {
  return [...document.matchAll(/(?:src|href)="\/(?<file>[^"]+\.(?:js|css))"/g)].map(
    ({ groups }) => groups?.['file'] ?? '',
  );
}
