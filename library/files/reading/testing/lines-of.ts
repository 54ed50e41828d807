import { readSample, type ReadSample } from './read-sample.ts';

/** Each link as a line: its path, title, url, and its other values. */
export function linesOf(text: string): readonly string[] {
  return linkLines(readSample(text));
}

export function linkLines({ links }: Pick<ReadSample, 'links'>): readonly string[] {
  return links.map((link) =>
    [
      link.folders.map((path) => `/${path.join('/')}`).join(' '),
      link.title,
      link.url,
      ...(link.created === null ? [] : [link.created.replace(/:00\.000Z$/, 'Z')]),
      ...(link.note === '' ? [] : [`note ${JSON.stringify(link.note)}`]),
      ...(link.tags.length === 0 ? [] : [`tags ${link.tags.join('+')}`]),
      ...(['favorite', 'archived', 'unread'] as const).filter((flag) => link[flag] === true),
    ].join(' | '),
  );
}
