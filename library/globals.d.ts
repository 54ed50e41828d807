/** The only globals outside of ECMAScript that the library uses. Browsers, workers and Node all have them. */

interface URL {
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
declare const URL: { readonly parse: (url: string, base?: string) => URL | null };
