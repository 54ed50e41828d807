/** The id in the path of a folder or link, unparsed. Undefined for other paths. */
export function idIn(pathname: string, kind: 'folders' | 'links'): string | undefined {
  const [, found, id] = /^\/(folders|links)\/([^/]+)\/*$/i.exec(pathname) ?? [];
  return found?.toLowerCase() === kind ? id : undefined;
}

/** Parses an id from a path, or the negative key of an object that has no id yet. Null for any other text. */
export function parseId(text: string | undefined): number | null {
  return text !== undefined && /^(?:-[1-9]\d{0,15}|[1-9]\d{0,14})$/.test(text) ? Number(text) : null;
}
