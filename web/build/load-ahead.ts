import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

interface Deployment {
  readonly projectId: string;
  readonly hosts: readonly string[];
  readonly appCheck: { readonly siteKey: string };
}

/**
 * Adds a meta element for each name, with the files that its modules need, so that src/app/start/ahead.ts can fetch them at once.
 * Leaves out the files of the page itself and of earlier names. Two more elements have the file of a worker that it starts,
 * and the projects of the hosts that need no token of App Check, which it does not have.
 * Fails if a pattern matches no module, for example after a move.
 */
export function loadAhead(
  groups: Readonly<Record<string, readonly RegExp[]>>,
  worker: string,
  deployments: readonly Deployment[],
): Plugin {
  const projects = deployments
    .filter(({ appCheck }) => appCheck.siteKey === '')
    .flatMap(({ hosts, projectId }) => hosts.map((host) => `${host}=${projectId}`));
  return {
    name: 'load-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = new Map(
          Object.values(bundle).flatMap((output) =>
            output.type === 'chunk' ? [[output.fileName, output] as const] : [],
          ),
        );
        const all = [...chunks.values()];
        const named = filesOf(
          all.filter(({ isEntry }) => isEntry),
          chunks,
        );
        const workers = Object.keys(bundle).filter((file) => file.startsWith(`assets/${worker}-`));
        if (workers.length !== 1) throw new Error(`The build has ${workers.length} files of ${worker}.`);
        const metas = Object.entries(groups).map(([name, modules]) => {
          const files = filesOf(
            modules.flatMap((pattern) => chunksWith(pattern, all)),
            chunks,
          );
          const content = [...files.difference(named)].map((file) => `/${file}`).join(' ');
          for (const file of files) named.add(file);
          return metaOf(name, content);
        });
        return [...metas, metaOf(worker, `/${String(workers[0])}`), metaOf('projects', projects.join(' '))];
      },
    },
  };
}

function metaOf(name: string, content: string): HtmlTagDescriptor {
  return { tag: 'meta', attrs: { name, content }, injectTo: 'head-prepend' };
}

function chunksWith(pattern: RegExp, all: readonly Rolldown.OutputChunk[]): readonly Rolldown.OutputChunk[] {
  const matching = all.filter(({ moduleIds }) => moduleIds.some((id) => pattern.test(id)));
  if (matching.length === 0) throw new Error(`No module of the build matches ${pattern}.`);
  return matching;
}

/** The files of these chunks and of their static imports. */
function filesOf(
  chunks: readonly Rolldown.OutputChunk[],
  all: ReadonlyMap<string, Rolldown.OutputChunk>,
): Set<string> {
  const files = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const imported = all.get(name);
      if (imported !== undefined) visit(imported);
    }
  };
  for (const chunk of chunks) visit(chunk);
  return files;
}
