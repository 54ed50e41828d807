import { readXml, type XmlVisitor } from '#library/files/reading/xml/xml-reader.ts';

/** The value of Apple's property list in the shape of JSON. A date becomes its ISO text, and binary data becomes null. */
export interface Plist {
  readonly value: unknown;
  readonly isWhole: boolean;
}

export function parseXmlPlist(text: string): Plist {
  const builder = new PlistBuilder();
  return builder.finish(readXml(text, builder));
}

interface OpenValue {
  readonly isDict: boolean;
  readonly items: unknown[];
  /** The pending keys of a dictionary's items. */
  readonly keys: string[];
  key: string;
}

class PlistBuilder implements XmlVisitor {
  readonly #open: OpenValue[] = [{ isDict: false, items: [], keys: [], key: '' }];
  #text: string[] = [];

  start(name: string): void {
    this.#text = [];
    if (name === 'dict' || name === 'array')
      this.#open.push({ isDict: name === 'dict', items: [], keys: [], key: '' });
  }

  end(name: string): void {
    const text = this.#text.join('');
    this.#text = [];
    switch (name) {
      case 'dict':
      case 'array':
        if (this.#open.length > 1) this.#close();
        break;
      case 'key': {
        const open = this.#open.at(-1);
        if (open !== undefined) open.key = text;
        break;
      }
      case 'string':
      case 'date':
        this.#add(text);
        break;
      case 'integer':
      case 'real':
        this.#add(Number(text));
        break;
      case 'true':
      case 'false':
        this.#add(name === 'true');
        break;
      case 'data':
        this.#add(null);
        break;
    }
  }

  text(text: string): void {
    this.#text.push(text);
  }

  /** Values that are still open at the end of the file keep their content so far. */
  finish(isWhole: boolean): Plist {
    const isComplete = isWhole && this.#open.length === 1;
    while (this.#open.length > 1) this.#close();
    return { value: this.#open[0]?.items[0], isWhole: isComplete };
  }

  #close(): void {
    const { isDict, items, keys } = this.#open.pop() ?? { isDict: false, items: [], keys: [] };
    this.#add(isDict ? Object.fromEntries(keys.map((key, index) => [key, items[index]])) : items);
  }

  #add(value: unknown): void {
    const open = this.#open.at(-1);
    if (open === undefined) return;
    open.items.push(value);
    if (open.isDict) open.keys.push(open.key);
  }
}
