import { expect, type Page } from '@playwright/test';

const HEAD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`;

/** 5 links in 2 of 3 folders, one of them twice, and 2 entries to skip. */
export const BOOKMARKS = `${HEAD}
    <DT><H3 ADD_DATE="1609459200" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://docs.invalid/guide?a=1&amp;b=2" ADD_DATE="1552219200">Guide &amp; Reference</A>
        <DD>Read this first
        <DT><A HREF="https://star.invalid/" ADD_DATE="1609459201" DATA-IMPORTANT="true">Star</A>
        <DT><A HREF="javascript:alert(1)" ADD_DATE="1609459201">Bookmarklet</A>
        <DT><H3 ADD_DATE="1609459202">R&amp;D / Ideas</H3>
        <DL><p>
            <DT><A HREF="https://DOCS.invalid/guide?a=1&amp;b=2" ADD_DATE="1609459203">Guide again</A>
            <DT><A HREF="https://idea.invalid/" ADD_DATE="1609459203"><script>alert(1)</script></A>
            <DT><A HREF="chrome://settings" ADD_DATE="1609459203">Settings</A>
        </DL><p>
        <DT><H3 ADD_DATE="1609459204">Nothing in here</H3>
        <DL><p>
        </DL><p>
    </DL><p>
    <DT><A HREF="https://top.invalid/" ADD_DATE="1609459205">At the top</A>
    <DT><A HREF="https://here.invalid/" ADD_DATE="1609459205">Here already</A>
</DL><p>
`;

/** A file of Chrome with this many links in folders of 100. */
export function manyBookmarks(count: number): string {
  const folders: string[] = [];
  for (let from = 0; from < count; from += 100) {
    const links = Array.from({ length: Math.min(100, count - from) }, (_, index) => {
      const number = from + index + 1;
      return `<DT><A HREF="https://many.invalid/${number}" ADD_DATE="1609459200">Link ${number}</A>`;
    });
    folders.push(`<DT><H3>Folder ${from / 100 + 1}</H3>\n<DL><p>\n${links.join('\n')}\n</DL><p>`);
  }
  return `${HEAD}${folders.join('\n')}\n</DL><p>\n`;
}

/** The preview of the chosen file, or its import. */
export const card = (page: Page) => page.getByRole('main').getByRole('region').first();

interface ChosenFile {
  readonly name?: string;
  readonly content: string | Uint8Array;
}

/** Chooses a file on the import page as a person does. */
export async function chooseFile(
  page: Page,
  { name = 'bookmarks.html', content }: ChosenFile,
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/html', buffer: Buffer.from(content) });
}

/** Imports a file with this many links, and returns when it is stored in the browser. */
export async function startImport(page: Page, count: number): Promise<void> {
  await chooseFile(page, { content: manyBookmarks(count) });
  // The comparison with the library has ended.
  await expect(page.getByRole('term').filter({ hasText: 'New' })).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
}
