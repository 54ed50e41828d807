interface ChromeLink {
  readonly folders: readonly string[];
  readonly url: string;
  readonly title: string;
  readonly seconds: string;
}

const ENTITIES = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&amp;', '&'],
] as const;

/**
 * Reads a bookmark file by the rules of Chrome's import, which looks at single lines instead of parsing HTML: tags in capitals
 * at the start of a line, the first `HREF="`, and the title after the last `>` before `</A>`.
 */
export function readAsChrome(html: string): { readonly links: ChromeLink[]; readonly folders: string[][] } {
  const links: ChromeLink[] = [];
  const folders: string[][] = [];
  const path: string[] = [];
  let announced: string | null = null;
  for (const line of html.split('\n').map((text) => text.replaceAll(/^ +| +$/g, ''))) {
    if (line.startsWith('<DT><H3')) {
      announced = decoded(line.slice(line.indexOf('>', '<DT><H3'.length) + 1, line.lastIndexOf('</H3>')));
    } else if (line.startsWith('<DT><A')) {
      const titleAt = line.lastIndexOf('>', line.indexOf('</A>')) + 1;
      const tag = line.slice(0, titleAt);
      links.push({
        folders: path.slice(1),
        url: decoded(attribute(tag, 'HREF')),
        title: decoded(line.slice(titleAt, line.indexOf('</A>'))),
        seconds: attribute(tag, 'ADD_DATE'),
      });
    } else if (line.startsWith('<DL>')) {
      path.push(announced ?? '');
      if (announced !== null) folders.push(path.slice(1));
      announced = null;
    } else if (line.startsWith('</DL>')) {
      path.pop();
    }
  }
  return { links, folders };
}

function attribute(tag: string, name: string): string {
  const start = tag.indexOf(`${name}="`) + name.length + 2;
  return tag.slice(start, tag.indexOf('"', start));
}

function decoded(text: string): string {
  return ENTITIES.reduce((result, [entity, character]) => result.replaceAll(entity, character), text);
}
