import { type ComponentType, lazy, useState } from 'react';

export interface Loadable<Props> {
  readonly Component: ComponentType<Props>;
  /** Loads it before it is asked for. */
  readonly load: () => Promise<void>;
}

/**
 * A component in files of its own, like lazy(). But what was loaded before it is rendered never suspends, and then no
 * fallback shows, which React would leave where it is for 300 ms, whatever comes meanwhile.
 */
export function loadable<Props extends object>(
  importIt: () => Promise<ComponentType<Props>>,
): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async () => (loaded ??= await importIt());
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return {
    Component: function LoadableComponent(props) {
      // One and the same for as long as it is there: another type would be another component.
      const [Component] = useState(() => loaded ?? Lazy);
      return <Component {...props} />;
    },
    load: async () => {
      await load();
    },
  };
}
