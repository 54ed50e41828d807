/** An email that the Auth emulator would have sent. It only logs the link. */
export interface LocalEmail {
  readonly to: string;
  /** What its link opens, at the address at which a person has the app. */
  readonly path: string;
}

const LOGGED = /(?<to>[^\s@]+@[^\s,]+), follow this link: (?<link>http\S+)/;

/**
 * The email that a line of the Auth emulator's log tells of, or null. Its link leads to a page of the emulator, which answers
 * JSON. The real emails open a page of ours with the same query, so this one does, too.
 */
export function localEmailIn(line: string): LocalEmail | null {
  const { to, link } = LOGGED.exec(line)?.groups ?? {};
  if (to === undefined || link === undefined) return null;
  const { searchParams } = new URL(link);
  // A placeholder of the emulator's own page, which would set it as the password.
  searchParams.delete('newPassword');
  return { to, path: `/email-action?${searchParams.toString()}` };
}
