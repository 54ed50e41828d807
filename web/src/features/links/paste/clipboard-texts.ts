/** The clipboard formats that can hold urls. The browser clears them at the end of the paste event. */
export interface ClipboardTexts {
  readonly plain: string;
  readonly uriList: string;
  readonly html: string;
}

/** Null if the clipboard has no text, for example only a file. */
export function clipboardTexts(data: DataTransfer | null): ClipboardTexts | null {
  if (data === null) return null;
  const [plain = '', uriList = '', html = ''] = ['text/plain', 'text/uri-list', 'text/html'].map((type) =>
    data.getData(type),
  );
  return plain.trim() === '' && uriList.trim() === '' ? null : { plain, uriList, html };
}
