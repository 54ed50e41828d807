import { fold } from './fold.ts';
import { type Token, tokenize } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

/** More proposals would not help to choose. */
const MAX_PROPOSALS = 3;

/**
 * Searches that the user may have meant by a text that finds nothing: each plain word that no title, host or folder contains is
 * replaced by a word that is one or two edits away. Empty if a word has no such neighbour, or if each word is known.
 */
export function* didYouMean(text: string, vocabulary: Vocabulary): Generator<void, readonly string[]> {
  const unknown: { readonly token: Token; readonly near: readonly string[] }[] = [];
  const tokens = tokenize(text);
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || tokens[index - 1]?.kind === 'not') continue;
    yield;
    if (vocabulary.has(fold(token.text))) continue;
    const near = yield* vocabulary.near(fold(token.text));
    if (near.length === 0) return [];
    unknown.push({ token, near });
  }
  if (unknown.length === 0) return [];
  // Only a single unknown word has several proposals: those of two words would be pairs of guesses.
  const count = unknown.length === 1 ? MAX_PROPOSALS : 1;
  return Array.from({ length: count }, (_, choice) => choice).flatMap((choice) => {
    let proposal = text;
    for (const { token, near } of unknown.toReversed()) {
      const word = near[choice];
      if (word === undefined) return [];
      proposal = proposal.slice(0, token.start) + word + proposal.slice(token.end);
    }
    return proposal;
  });
}
