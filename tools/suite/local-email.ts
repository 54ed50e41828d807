/** An email that the real service would send. The Auth emulator only logs its link. */
export interface LocalEmail {
  readonly to: string;
  /** The path and query of the email's link, in our app. */
  readonly path: string;
}

const LOGGED = /(?<to>[^\s@]+@[^\s,]+), follow this link: (?<link>http\S+)/;

/**
 * Finds an email in a line of the Auth emulator's log. The logged link opens a page of the emulator, which answers JSON. The
 * real emails link to our page with the same query, so this email does too.
 */
export function localEmailIn(line: string): LocalEmail | null {
  const { to, link } = LOGGED.exec(line)?.groups ?? {};
  if (to === undefined || link === undefined) return null;
  const { searchParams } = new URL(link);
  // The emulator adds this placeholder, and would set it as the password.
  searchParams.delete('newPassword');
  return { to, path: `/email-action?${searchParams.toString()}` };
}
