import { useEffect, useMemo, useState } from 'react';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { whenIdle } from '#web/hooks/when-idle.ts';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import { didYouMean } from '@foldmark/library/search/did-you-mean';
import { Vocabulary } from '@foldmark/library/search/vocabulary';

import type { CompiledSearch } from './compile-search.ts';
import { OfferedSearch } from './offered-search.tsx';

const NONE: readonly string[] = [];

/** Offers searches for words of the library that are spelled almost like those of a search that finds nothing. */
export function DidYouMean({ search }: { readonly search: CompiledSearch }) {
  const proposals = useProposals(search.text);
  const others = useMemo(() => proposals.map(search.compileOther), [proposals, search]);
  return others.map((other) => (
    <OfferedSearch key={other.text} search={search} other={other} label={`Did you mean “${other.text}”?`} />
  ));
}

function useProposals(text: string): readonly string[] {
  const library = useLibrary();
  const [found, setFound] = useState({ text: '', proposals: NONE });
  useEffect(() => {
    const steps = proposalsFor(text, library);
    let stop = whenIdle(step);
    function step(hasTime: () => boolean): void {
      let next;
      do next = steps.next();
      while (next.done !== true && hasTime());
      if (next.done === true) setFound({ text, proposals: next.value });
      else stop = whenIdle(step);
    }
    return () => {
      stop();
    };
  }, [library, text]);
  return found.text === text ? found.proposals : NONE;
}

interface KnownWords {
  readonly links: readonly Key[];
  readonly tree: FolderTree;
  readonly vocabulary: Vocabulary;
}

const known = new WeakMap<Library, KnownWords>();

/** Reads the words of the library once, and again after links or folders were added. */
function* proposalsFor(text: string, library: Library): Generator<void, readonly string[]> {
  const { tree } = library;
  const links = library.links({ kind: 'all' }).get();
  const before = known.get(library);
  const isKnown = before?.links === links && before.tree === tree;
  const vocabulary = isKnown ? before.vocabulary : yield* Vocabulary.of(library);
  known.set(library, { links, tree, vocabulary });
  return yield* didYouMean(text, vocabulary);
}
