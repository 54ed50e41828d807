const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Only on these hosts may the app call services on localhost: on any other host, that is the visitor's machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
