type Parse = (url: string) => URL | null;

/** Adds `URL.parse`, which the library uses, to Chrome before version 126. */
export function addUrlParse(constructor: { parse?: Parse | undefined }): void {
  constructor.parse ??= (url) => (URL.canParse(url) ? new URL(url) : null);
}
