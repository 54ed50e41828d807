import type { Plugin } from 'vite';

/** The loop over all shown documents, and the search for one of them among the documents that the server has confirmed. */
const LOOP =
  /(?<loop>this\.(?<shown>\w+)\.forEach\(\(?\(?\w+\)? => \{\s*this\.\w+\(\w+\.key\) && \(this\.(?<limbo>\w+) = this\.\k<limbo>\.add\()/;
const SEARCH = /return !this\.(?<confirmed>\w+)\.has\(\w+\) && \(/;

/**
 * After each snapshot, Firestore's SDK searches every document of the subscription among those that the server has confirmed.
 * While 10,000 changes arrive, that was almost a third of its work. Usually both sets have the same keys, in the same order. Then
 * one walk through both is enough (docs/decisions/006).
 */
export function quickLimboCheck(): Plugin {
  let isDone = false;
  return {
    name: 'quick-limbo-check',
    apply: 'build',
    transform: {
      filter: { id: /@firebase\/firestore\/dist\//, code: LOOP },
      handler: (code) => {
        isDone = true;
        return { code: withQuickLimboCheck(code), map: null };
      },
    },
    buildEnd: (error) => {
      if (error === undefined && !isDone) throw new Error('The SDK has no loop over the documents any more.');
    },
  };
}

export function withQuickLimboCheck(code: string): string {
  const confirmed = SEARCH.exec(code)?.groups?.['confirmed'];
  if (confirmed === undefined) throw new Error('The SDK does not search for confirmed documents any more.');
  const patched = code.replace(LOOP, `haveSameKeys(this.$<shown>, this.${confirmed}) || $<loop>`);
  return `${patched}\n${String(haveSameKeys)}\n`;
}

interface Iterator<T> {
  readonly hasNext: () => boolean;
  readonly getNext: () => T;
}

interface ShownDocuments<K> {
  readonly size: number;
  readonly keyedMap: { readonly getIterator: () => Iterator<{ readonly key: K }> };
}

interface ConfirmedKeys<K> {
  readonly size: number;
  readonly getIterator: () => Iterator<K>;
}

/** Becomes part of the SDK. Both sets are sorted by key. */
export function haveSameKeys<K extends { readonly isEqual: (other: K) => boolean }>(
  shown: ShownDocuments<K>,
  confirmed: ConfirmedKeys<K>,
): boolean {
  if (shown.size !== confirmed.size) return false;
  const left = shown.keyedMap.getIterator();
  const right = confirmed.getIterator();
  while (left.hasNext()) {
    const { key } = left.getNext();
    const other = right.getNext();
    if (key !== other && !key.isEqual(other)) return false;
  }
  return true;
}
