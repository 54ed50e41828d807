/** An email that the Auth emulator would have sent. It only logs the link. */
export interface LocalEmail {
  readonly to: string;
  readonly link: string;
}

const LOGGED = /(?<to>[^\s@]+@[^\s,]+), follow this link: (?<link>http\S+)/;

/**
 * The email that a line of the Auth emulator's log tells of, or null. Its link leads to a page of the emulator, which answers
 * JSON. The real emails open a page of ours with the same query, so this one does, too.
 */
export function localEmailIn(line: string, appUrl: string): LocalEmail | null {
  const { to, link } = LOGGED.exec(line)?.groups ?? {};
  if (to === undefined || link === undefined) return null;
  const url = new URL('/email-action', appUrl);
  const { searchParams } = new URL(link);
  // A placeholder of the emulator's own page, which would set it as the password.
  searchParams.delete('newPassword');
  url.search = searchParams.toString();
  return { to, link: url.href };
}
