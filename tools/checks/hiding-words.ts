/** Say instead who or what acts: the user, the tab, the outbox, the server. CONTRIBUTING.md, "How we write", has examples. */
const HIDING =
  /\b(?:whoever|whom|whomever|somebody|nobody|anybody|everybody|whatever|whichever|anew|the one that|those who|that which|who is|what is)\b/gi;
const CODE = /\.(?:css|js|mjs|ts|tsx)$/;
const COMMENT = /\/\*.*?\*\/|(?<![:'"`])\/\/[^\n]*/gs;
const WORD = /[a-z][\w'-]*/gi;

export interface HidingWord {
  readonly line: number;
  readonly word: string;
}

export function hidingWords(text: string): HidingWord[] {
  return [...text.matchAll(HIDING)].map(({ 0: word, index }) => ({
    line: text.slice(0, index).split('\n').length,
    word,
  }));
}

/** The words of a file's comments, or all words of a document. */
export function commentWords(file: string, text: string): number {
  const prose = CODE.test(file) ? (text.match(COMMENT) ?? []).join('\n') : file.endsWith('.md') ? text : '';
  return prose.match(WORD)?.length ?? 0;
}
