import type { Plugin, Rolldown } from 'vite';

/**
 * Names in the page, under each name, which files the modules that match need beyond those of the page itself and of the
 * names before, so that public/ahead.js can fetch them at once.
 */
export function loadAhead(wanted: Readonly<Record<string, RegExp>>): Plugin {
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
        return Object.entries(wanted).map(([name, modules]) => {
          const files = filesOf(
            all.filter(({ moduleIds }) => moduleIds.some((id) => modules.test(id))),
            chunks,
          );
          const content = [...files.difference(named)].map((file) => `/${file}`).join(' ');
          for (const file of files) named.add(file);
          return { tag: 'meta', attrs: { name, content }, injectTo: 'head-prepend' as const };
        });
      },
    },
  };
}

/** The files of chunks and of everything they import at once. */
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
