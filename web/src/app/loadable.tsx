import { type ComponentType, lazy, useState } from 'react';

export interface Loadable<Props> {
  readonly Component: ComponentType<Props>;
  /** Loads the component before it is rendered. */
  readonly load: () => Promise<void>;
}

/**
 * Code-splits a component, like lazy(). A component that is loaded before it renders does not suspend. With lazy() it would,
 * and React would show the fallback for at least 300 ms.
 */
export function loadable<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async () => (loaded ??= await importComponent());
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return {
    Component: function LoadableComponent(props) {
      // Stays the same for each instance: a change of type would remount it.
      const [Component] = useState(() => loaded ?? Lazy);
      return <Component {...props} />;
    },
    load: async () => {
      await load();
    },
  };
}
