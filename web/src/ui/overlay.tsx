import { type ComponentType, useEffect, useState } from 'react';

interface Overlay<Props> {
  /** Renders nothing until it has loaded. */
  readonly Component: ComponentType<Props>;
  /** Loads the component before it first opens, so that it opens at once. */
  readonly load: () => Promise<void>;
}

/**
 * Code-splits a menu or a dialog, which no page needs to show its first frame. Does not suspend, since React shows each
 * fallback for at least 300 ms.
 */
export function overlay<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): Overlay<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async () => (loaded ??= await importComponent());
  return {
    Component: function Overlay(props) {
      const [opened, setOpened] = useState<{ readonly Component: ComponentType<Props> | null }>(() => ({
        Component: loaded,
      }));
      const [failure, setFailure] = useState<{ readonly cause: unknown } | null>(null);
      useEffect(() => {
        if (opened.Component !== null) return;
        load().then(
          (Component) => {
            setOpened({ Component });
          },
          (cause: unknown) => {
            setFailure({ cause });
          },
        );
      }, [opened]);
      // An error boundary above shows the failure.
      if (failure !== null) throw failure.cause;
      return opened.Component === null ? null : <opened.Component {...props} />;
    },
    load: async () => {
      await load();
    },
  };
}
