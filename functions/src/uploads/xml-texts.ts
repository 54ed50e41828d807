import { Parser } from 'htmlparser2';

/** Returns the name and text of each element without child elements, in document order. */
export function xmlTexts(xml: string): [name: string, text: string][] {
  const texts: [string, string][] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentag: () => {
        text = '';
      },
      ontext: (more) => {
        text += more;
      },
      onclosetag: (name) => {
        if (text !== '') texts.push([name, text.trim()]);
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return texts;
}
