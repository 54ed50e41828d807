/** Says which links in the project's Markdown lead to a file or a heading that is not there. */
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const LINK = /\]\((?!https?:|mailto:)(?<target>[^)\s]+)\)/g;

const dead: string[] = [];
for await (const file of glob('**/*.md', { cwd: ROOT, exclude: ['**/node_modules', '.local', '**/dist'] })) {
  const text = await readFile(join(ROOT, file), 'utf8');
  for (const { groups } of text.matchAll(LINK)) {
    const target = groups?.['target'] ?? '';
    if (!(await leadsSomewhere(join(ROOT, file), target))) dead.push(`${file}: ${target}`);
  }
}
if (dead.length > 0) {
  process.stderr.write(`These links lead nowhere:\n${dead.join('\n')}\n`);
  process.exitCode = 1;
}

async function leadsSomewhere(from: string, target: string): Promise<boolean> {
  const [path = '', heading] = target.split('#');
  const file = path === '' ? from : join(dirname(from), decodeURIComponent(path));
  if (relative(ROOT, file).startsWith('..') || !existsSync(file)) return false;
  if (heading === undefined || !file.endsWith('.md')) return true;
  return headingsOf(await readFile(file, 'utf8')).has(heading);
}

/** The anchors that a Markdown page has for its headings, as the usual hosts make them. */
function headingsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} (?<heading>.+)$/gm)].map(
    ({ groups }) => groups?.['heading'] ?? '',
  );
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
