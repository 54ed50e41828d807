const MAX_LINES = 20;

/** The problems of a changelog, whose first version is the current one. A version has at most 20 lines. */
export function changelogProblems(markdown: string, version: string): string[] {
  const [, ...versions] = markdown.split(/^## /m);
  const problems = versions.flatMap((text) => {
    const [heading = '', ...rest] = text.split('\n');
    const lines = rest.filter((line) => line.trim() !== '').length;
    return lines > MAX_LINES ? [`${heading} has ${lines} lines, more than ${MAX_LINES}`] : [];
  });
  const [newest = ''] = versions[0]?.split(/\s/) ?? [];
  return newest === version ? problems : [`its first version is not ${version}`, ...problems];
}
