import { describe, expect, test } from 'vitest';

import { csvHeader, csvRows, type CsvLoss } from './csv.ts';

function rowsOf(text: string): { rows: readonly (readonly string[])[]; loss: CsvLoss } {
  const header = csvHeader(text);
  if (header === null) throw new Error('no header');
  const loss: CsvLoss = { quoteRow: null, cutRow: null, longRows: 0 };
  const rows = [...csvRows(text, header, header.columns.get('url') ?? 0, loss)];
  return { rows: rows.map(({ cells }) => cells), loss };
}

describe('the header of a CSV', () => {
  test.each([
    ['commas', 'url,title', ','],
    ['semicolons, with a comma in quotes', '"url, the address";title;url', ';'],
    ['tabs', 'url\ttitle', '\t'],
    ['one column, so a comma in a url separates nothing', 'url\nhttps://a.example/1,2', ''],
    ['the first line of Excel', 'sep=;\r\nurl;title', ';'],
    ['more commas in the rows than tabs in the header', 'url\ttitle\nhttps://a.example/\ta,b,c', '\t'],
  ])('tells the delimiter: %s', (_name, text, delimiter) => {
    expect(csvHeader(text)?.delimiter).toBe(delimiter);
  });

  test('names columns in any spelling, and the first of two equal names counts', () => {
    const columns = csvHeader('\uFEFF\n "x" ,"Document Tags",dateAdded,time_added,URL,url\r')?.columns;
    expect([...(columns ?? [])]).toEqual([
      ['x', 0],
      ['document tags', 1],
      ['date added', 2],
      ['time added', 3],
      ['url', 4],
    ]);
  });

  test('is not read from a text without lines', () => {
    expect(csvHeader('')).toBeNull();
    expect(csvHeader('"url')).toBeNull();
    expect(csvHeader('url,'.repeat(10_000))).toBeNull();
  });
});

describe('the rows of a CSV', () => {
  test.each(['\n', '\r\n', '\r'])('end with %j, and blank rows are ignored', (end) => {
    const text = ['url,title', 'a,1', '', ' , ', `"b","2${end}3"`, ''].join(end);
    expect(rowsOf(text)).toEqual({
      rows: [
        ['a', '1'],
        ['b', `2${end}3`],
      ],
      loss: { quoteRow: null, cutRow: null, longRows: 0 },
    });
  });

  test.each([
    ['doubled quotes', '"a ""b"" """,c', ['a "b" "', 'c']],
    ['an empty cell in quotes', '"",c', ['', 'c']],
    ['quotes that were not doubled', '"a "b" c",d', ['a "b" c', 'd']],
    ['blanks after a quoted cell', '"a" ,b', ['a', 'b']],
    ['a quote within a plain cell', 'a 5" disk,b', ['a 5" disk', 'b']],
    ['a short row', 'a', ['a']],
    ['a long row', 'a,b,c,d', ['a', 'b']],
    ['a delimiter at the end', 'a,', ['a', '']],
  ])('have cells: %s', (_name, row, cells) => {
    expect(rowsOf(`url,title\nx\nx,y\n${row}`).rows.at(-1)).toEqual(cells);
    expect(rowsOf(`url,title\n${row}\nx,y\n`).rows).toEqual([cells, ['x', 'y']]);
  });

  test('are dropped after an unclosed quote', () => {
    const { rows, loss } = rowsOf('url,title\na,1\n\nb,"2\nc,3\n');
    expect(rows).toEqual([['a', '1']]);
    expect(loss.quoteRow).toBe(4);
  });

  test('are without half a url at the end of the file, but include a short row', () => {
    const cut = rowsOf('title,url,note\nA,https://a.example/,x\nB,https://b.exa');
    expect([cut.rows.length, cut.loss.cutRow]).toEqual([1, 3]);
    for (const whole of [
      'title,url,note\nA,https://a.example/,x\nB,https://b.example/\n',
      'title,url,note\nA,https://a.example/\nB,https://b.example/',
      'title,url\nA,https://a.example/\nB,https://b.example/',
      'url,title,note\nhttps://a.example/,A,x\nhttps://b.example/,B',
    ]) {
      expect([rowsOf(whole).rows.length, rowsOf(whole).loss.cutRow]).toEqual([2, null]);
    }
  });
});
