const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const CHARACTERS = new Map(Object.entries(ESCAPES).map(([character, escape]) => [escape, character]));

/** An XML element. `content` must be XML. */
export function element(name: string, content: string, attributes = ''): string {
  return `<${name}${attributes}>${content}</${name}>`;
}

export function texts(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => element(name, escaped(value)))
    .join('');
}

/** Escapes a text for XML. Removes characters that XML 1.0 forbids. */
export function escaped(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- these are the characters that XML forbids
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, '')
      .replaceAll(/[&<>"']/gu, (character) => ESCAPES[character] ?? character)
  );
}

export function unescaped(xml: string): string {
  return xml.replaceAll(/&(?:amp|lt|gt|quot|apos);/gu, (escape) => CHARACTERS.get(escape) ?? escape);
}
