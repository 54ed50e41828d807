import { type ComponentType, type FunctionComponent, lazy, useEffect, useState } from 'react';

import { CloseNotLoaded, NotLoaded, type NotLoadedPlace } from './not-loaded.tsx';

export interface Loadable<Props> {
  /** The component. If it can't be loaded, a message with a retry replaces it. */
  readonly Component: FunctionComponent<Props>;
  /** Loads the component before it first renders, so that it shows at once. */
  readonly load: () => Promise<void>;
}

/**
 * Code-splits a menu or a dialog, which no first frame needs. Renders nothing until it has loaded. Does not suspend, because
 * React shows each fallback for at least 300 ms.
 */
export function overlay<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  place: NotLoadedPlace = 'over',
): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async () => (loaded ??= await importComponent());
  return {
    Component: function Overlay(props) {
      const [opened, setOpened] = useState<{ readonly Component: ComponentType<Props> | null }>(() => ({
        Component: loaded,
      }));
      const [isFailed, setFailed] = useState(false);
      useEffect(() => {
        if (opened.Component !== null) return;
        load().then(
          (Component) => {
            setOpened({ Component });
          },
          () => {
            setFailed(true);
          },
        );
      }, [opened]);
      if (opened.Component !== null) return <opened.Component {...props} />;
      return isFailed ? (
        <NotLoaded
          place={place}
          load={load}
          onLoaded={() => {
            setOpened({ Component: loaded });
          }}
        />
      ) : null;
    },
    load: async () => {
      await load();
    },
  };
}

/** Code-splits an overlay that can be closed. A message about a failed load can be closed too. */
export function closable<Props extends { readonly onClose: () => void }>(
  importComponent: () => Promise<ComponentType<Props>>,
): Loadable<Props> {
  const inner = overlay(importComponent);
  return {
    Component: function Closable(props) {
      const { Component } = inner;
      return (
        <CloseNotLoaded value={props.onClose}>
          <Component {...props} />
        </CloseNotLoaded>
      );
    },
    load: inner.load,
  };
}

/**
 * Code-splits a component of a page, like lazy(). Unlike lazy(), it retries after a failure. A component that has loaded before
 * it renders does not suspend.
 */
export function loadable<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  place: NotLoadedPlace = 'page',
): Loadable<Props> {
  const { Component: Loaded, load } = overlay(importComponent, place);
  let isLoaded = false;
  const loadOnce = async (): Promise<void> => {
    await load();
    isLoaded = true;
  };
  const Lazy: ComponentType<Props> = lazy(async () => {
    await loadOnce().catch(() => undefined);
    return { default: Loaded };
  });
  return {
    Component: function LoadableComponent(props) {
      // Each instance keeps its type, because a change of type would remount it.
      const [Component] = useState(() => (isLoaded ? Loaded : Lazy));
      return <Component {...props} />;
    },
    load: loadOnce,
  };
}
