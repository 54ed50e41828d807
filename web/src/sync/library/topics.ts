export type Unsubscribe = () => void;

/** What one can listen to: a kind of thing, or one thing of it by its key. Each as narrow as a row is. */
export type TopicKind =
  | 'link'
  | 'folder'
  | 'favorite'
  | 'membership'
  | 'foldersOf'
  | 'count'
  | 'tree'
  | 'favoriteFolders'
  | 'images';
type TopicKey = number | string;
export type Topic = `${TopicKind}:${TopicKey}`;

/** Who wants to hear of what. A listener is told that something changed and looks for itself what it is now. */
export class Topics {
  readonly #listeners = new Map<string, Map<string, Set<() => void>>>();

  subscribe(topic: Topic, listener: () => void): Unsubscribe {
    const [kind = '', key = ''] = topic.split(':');
    const ofKind = this.#listeners.get(kind) ?? new Map<string, Set<() => void>>();
    this.#listeners.set(kind, ofKind);
    const listeners = ofKind.get(key) ?? new Set();
    ofKind.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || ofKind.get(key) !== listeners) return;
      ofKind.delete(key);
      if (ofKind.size === 0) this.#listeners.delete(kind);
    };
  }

  /** Collects who listens to this. Costs next to nothing while nobody does, as when 10,000 links come at once. */
  collect(kind: TopicKind, key: TopicKey, into: Set<() => void>): void {
    const ofKind = this.#listeners.get(kind);
    if (ofKind === undefined) return;
    for (const listener of ofKind.get(String(key)) ?? []) into.add(listener);
  }
}
