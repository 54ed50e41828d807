import type { Library } from '#library/memory/library.ts';
import type { LinkScope } from '#library/memory/link-views.ts';

import { type MarkedWord, queryOf, type SearchQuery } from './compiled-query.ts';
import { all, any, type Condition, not } from './conditions.ts';
import type { Today } from './dates.ts';
import { type FieldContext, fieldCondition, isFavorite, isIn } from './field-condition.ts';
import { fold } from './fold.ts';
import { folderNamesOf } from './folder-names.ts';
import { hintOf, misunderstood, needsQuotes, ONLY_OPERATORS, TOO_DEEP, tooLong } from './hints.ts';
import { pastedUrl } from './pasted-url.ts';
import { MAX_TERMS, type ParsedQuery, parseQuery, type Query } from './parse-query.ts';
import { searchIndexOf } from './search-index.ts';
import { siteOf, textCondition } from './text-condition.ts';
import { fieldNamed, type Token, tokenize } from './tokens.ts';
import { splitByStatus } from './trash-branches.ts';

/** Users would not read more sentences than this under the field. */
const MAX_HINTS = 3;
/** The number of tokens after a field that are compared with the names of folders. */
const MAX_NAME_TOKENS = 10;

export interface SearchContext extends Today {
  readonly library: Pick<
    Library,
    'foldersOf' | 'isFavorite' | 'link' | 'links' | 'linksIn' | 'tree' | 'watchLinks'
  >;
  /** The scope of the search. A folder includes all folders below it. */
  readonly within: LinkScope;
}

/** Compiles the text of a search (docs/decisions/040). Never fails: unknown parts are searched as text. */
export function compileQuery(text: string, { library, within, ...today }: SearchContext): SearchQuery {
  const index = searchIndexOf(library);
  const context: FieldContext = {
    library,
    ...today,
    // Computed lazily, because most searches name no folder.
    get folders() {
      return folderNamesOf(library.tree);
    },
  };
  const tokens = tokenize(text);
  const parsed = parseQuery(tokens);
  const compiler = new Compiler(context);
  const words = compiler.compile(parsed.query, true);
  const condition = all([...scopeOf(within, context), words]);
  const byStatus = within.kind === 'trash' ? { active: null, trashed: condition } : splitByStatus(condition);
  return queryOf(byStatus, index, context, {
    hints: hintsOf(text, tokens, parsed, { ofFields: compiler.hints, context }),
    marked: compiler.marked,
    words: compiler.isAboutLinks ? null : words,
    condition,
    quoted: compiler.hasFields || hasOperators(tokens, parsed) ? quote(text) : null,
    capitalized: capitalize(text, tokens),
  });
}

class Compiler {
  /** The hints about fields that are searched as text, by the text of the field. */
  readonly hints = new Map<string, string>();
  readonly marked: MarkedWord[] = [];
  hasFields = false;
  /** Whether the query has a field that folders do not have. */
  isAboutLinks = false;
  readonly #context: FieldContext;

  constructor(context: FieldContext) {
    this.#context = context;
  }

  /** `isWanted` is false for an excluded part. */
  compile(query: Query, isWanted: boolean): Condition {
    switch (query.kind) {
      case 'all':
        return all(this.#allParts(query.parts, isWanted));
      case 'any':
        return any(query.parts.map((part) => this.compile(part, isWanted)));
      case 'not':
        return not(this.compile(query.part, !isWanted));
      case 'text':
        return this.#text(query.text, isWanted);
      case 'field':
        return this.#field(query, isWanted);
    }
  }

  /** Of several words, one may be in the name of a folder that contains the link. */
  #allParts(parts: readonly Query[], isWanted: boolean): readonly Condition[] {
    const hasFolders = isWanted && parts.filter(({ kind }) => kind === 'text').length > 1;
    return parts.map((part) => {
      const condition = this.compile(part, isWanted);
      return hasFolders && part.kind === 'text' ? this.#orInFolder(condition, fold(part.text)) : condition;
    });
  }

  #orInFolder(condition: Condition, folded: string): Condition {
    const { folders } = this.#context;
    const named = folders.withWord(folded);
    if (named.length === 0) return condition;
    this.marked.push({ field: 'folder', folded });
    return any([condition, isIn(folders.withDescendants(named), this.#context)]);
  }

  #text(text: string, isWanted: boolean): Condition {
    const condition = textCondition('any', text);
    const url = pastedUrl(text);
    if (isWanted) this.marked.push(condition);
    if (url === null) return condition;
    // With a scheme, the host is marked only at the start of a text.
    if (isWanted) this.marked.push({ field: 'url', folded: `http://${url.host}` });
    return any([condition, url.condition]);
  }

  #field({ name, value, text }: Query & { readonly kind: 'field' }, isWanted: boolean): Condition {
    const condition = fieldCondition(name, value, this.#context);
    if (condition === null) {
      this.hints.set(text, misunderstood(name, value, text));
      return this.#text(text, isWanted);
    }
    this.hasFields = true;
    this.isAboutLinks ||= name !== 'title';
    if (!isWanted) return condition;
    if (condition.kind === 'text') this.marked.push(condition);
    if (name === 'site') this.marked.push({ field: 'url', folded: siteOf(value) ?? '' });
    return condition;
  }
}

function scopeOf(within: LinkScope, context: FieldContext): readonly Condition[] {
  switch (within.kind) {
    case 'folder':
      return [isIn(context.folders.withDescendants([within.folder]), context)];
    case 'favorites':
      return [isFavorite(context)];
    case 'all':
    case 'trash':
      return [];
  }
}

/** The tokens up to the last one that is searched. A long text has thousands of further ones. */
function searchedTokens(tokens: readonly Token[]): readonly Token[] {
  let terms = 0;
  const end = tokens.findIndex((token) => {
    if ('text' in token && token.text !== '') terms += 1;
    return terms > MAX_TERMS;
  });
  return end === -1 ? tokens : tokens.slice(0, end);
}

/** Hints in the order of the text. */
function hintsOf(
  text: string,
  tokens: readonly Token[],
  { isOnlyOperators, isTooDeep, isTooLong }: ParsedQuery,
  { ofFields, context }: { readonly ofFields: ReadonlyMap<string, string>; readonly context: FieldContext },
): readonly string[] {
  const ofTokens = searchedTokens(tokens).flatMap((token, index) => {
    if (token.kind === 'field') {
      const after = tokens.slice(index + 1, index + 1 + MAX_NAME_TOKENS);
      return quotesHint(text, token, after, context) ?? ofFields.get(token.text) ?? [];
    }
    if (token.kind !== 'word') return [];
    const next = tokens[index + 1];
    const nextText =
      next?.kind === 'word' || next?.kind === 'phrase' ? text.slice(next.start, next.end) : null;
    // In `list:"x y"`, the phrase is a separate token.
    const value = next?.kind === 'phrase' && next.start === token.end ? `"${next.text}"` : '';
    return hintOf(`${token.text}${value}`, nextText, fieldNamed) ?? [];
  });
  const general = [
    ...(isOnlyOperators ? [ONLY_OPERATORS] : []),
    ...(isTooDeep ? [TOO_DEEP] : []),
    ...(isTooLong ? [tooLong(MAX_TERMS)] : []),
  ];
  return [...new Set([...ofTokens, ...general])].slice(0, MAX_HINTS);
}

/**
 * A hint if the value of a field and the following words are the name of a folder, as in `in:Reading list` and `in:Recipes
 * (old)`.
 */
function quotesHint(
  text: string,
  field: Token & { readonly kind: 'field' },
  after: readonly Token[],
  { folders }: FieldContext,
): string | null {
  const { name, value, start, valueStart, end } = field;
  const isQuoted = end - valueStart !== value.length;
  if ((name !== 'in' && name !== 'tag') || isQuoted) return null;
  let found: string | null = null;
  for (const next of after) {
    const [folder] = folders.named(text.slice(valueStart, next.end).replaceAll(/\s+/g, ' '));
    if (folder !== undefined) found = folders.tree.name(folder);
  }
  return found === null ? null : needsQuotes(text.slice(start, valueStart), found);
}

/** Whether the text has brackets, OR, AND, NOT or -. */
function hasOperators(tokens: readonly Token[], { isOnlyOperators }: ParsedQuery): boolean {
  return !isOnlyOperators && tokens.some(({ kind }) => !['word', 'phrase', 'field'].includes(kind));
}

function capitalize(text: string, tokens: readonly Token[]): string | null {
  let capitalized = '';
  let copied = 0;
  for (const token of tokens) {
    if (token.kind !== 'word' || !/^(?:or|and|not)$/i.test(token.text)) continue;
    capitalized += text.slice(copied, token.start) + token.text.toUpperCase();
    copied = token.end;
  }
  return copied === 0 ? null : capitalized + text.slice(copied);
}

function quote(text: string): string {
  return `"${text.trim().replaceAll('"', '""')}"`;
}
