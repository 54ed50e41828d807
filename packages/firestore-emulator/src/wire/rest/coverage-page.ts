import type { CoverageNode, CoverageReport } from '#firestore/api/coverage.ts';
import { Html, markup } from '#firestore/wire/page/html.ts';
import { table } from '#firestore/wire/page/table.ts';

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
pre, td:nth-child(2), td:nth-child(3) { font-family: ui-monospace, monospace; }
pre { border: 1px solid #8888; line-height: 2; overflow-x: auto; padding: 1rem; }
pre span { border-bottom: 3px solid; padding-bottom: 1px; }
pre .hit { border-color: light-dark(#1a7f37, #3fb950); }
pre .miss { background: light-dark(#ffebe9, #5c1a1a); border-color: light-dark(#cf222e, #ff7b72); }
pre span:hover { background: light-dark(#ddf4ff, #1f3a5f); }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8888; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
.scroll:focus-visible { outline: 2px solid; outline-offset: 2px; }
`;

/** The coverage report for a browser. It has no script, and shows all values in a table, so that it needs no mouse. */
export function coveragePage(project: string, { rules, report }: CoverageReport): string {
  const source = rules.files[0]?.content ?? '';
  const nodes = report.flatMap(withDescendants);
  const evaluated = nodes.filter(isEvaluated).length;
  const title = `Rules coverage of ${project}`;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>${new Html(STYLE)}</style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>
            Requests evaluated ${evaluated} of ${nodes.length} expressions. A red background marks an expression that no
            request evaluated.
          </p>
          <pre>${marked(source, report, 0, source.length)}</pre>
          ${table(
            'Expressions',
            ['Line', 'Expression', 'Values'],
            nodes.map((node) => row(node, source)),
          )}
        </main>
      </body>
    </html> `.text;
}

function withDescendants(node: CoverageNode): readonly CoverageNode[] {
  return [node, ...(node.children ?? []).flatMap(withDescendants)];
}

function isEvaluated({ values = [] }: CoverageNode): boolean {
  return values.some(({ value }) => Object.keys(value).length > 0);
}

/** The source from one offset to another, with each expression in an element of its own. */
function marked(source: string, nodes: readonly CoverageNode[], from: number, to: number): Html {
  const parts: Html[] = [];
  let at = from;
  for (const node of nodes) {
    const { currentOffset, endOffset } = node.sourcePosition;
    if (currentOffset < at) continue;
    const inner = marked(source, node.children ?? [], currentOffset, endOffset + 1);
    const title = valuesOf(node).join('\n');
    parts.push(
      markup`${source.slice(at, currentOffset)}<span class="${isEvaluated(node) ? 'hit' : 'miss'}" title="${title}">${inner}</span>`,
    );
    at = endOffset + 1;
  }
  return markup`${parts}${source.slice(at, to)}`;
}

function row(node: CoverageNode, source: string): Html {
  const { line, column, currentOffset, endOffset } = node.sourcePosition;
  const expression = source.slice(currentOffset, endOffset + 1);
  const values = valuesOf(node).map((value) => markup`${value}<br />`);
  return markup`<tr>
    <td>${line}:${column}</td>
    <td>${expression}</td>
    <td>${values}</td>
  </tr>`;
}

function valuesOf({ values = [] }: CoverageNode): readonly string[] {
  if (values.length === 0) return ['never evaluated'];
  return values.map(({ value, count }) => {
    const isSkipped = Object.keys(value).length === 0;
    return `${String(count)} × ${isSkipped ? 'skipped' : JSON.stringify(value)}`;
  });
}
