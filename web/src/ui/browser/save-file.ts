/** Long enough for a slow browser to start the download. */
const REVOKE_AFTER_MS = 60_000;

/** Downloads a file that the page has made. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, REVOKE_AFTER_MS);
}
