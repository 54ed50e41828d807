/// <reference lib="dom" />

declare global {
  interface Window {
    /** The numbers of the rows that were rendered since the last call. */
    readonly takeRenderedRows: () => readonly string[];
  }
}

/**
 * Runs in the page before React. React reports every commit to its DevTools hook, also in a production build. A component
 * counts as rendered if it is new, or if it has the PerformedWork flag and changed props, state or ref.
 */
export function installRenderCounter(): void {
  interface Fiber {
    readonly alternate: Fiber | null;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly return: Fiber | null;
    readonly flags: number;
    readonly tag: number;
    readonly stateNode: unknown;
    readonly memoizedProps: unknown;
    readonly memoizedState: unknown;
    readonly ref: unknown;
  }
  /** Function components, with and without memo, as React numbers them. */
  const COMPONENTS = new Set([0, 14, 15]);
  const PERFORMED_WORK = 1;
  let rows = new Set<string>();

  const isRendered = (fiber: Fiber, before: Fiber): boolean =>
    (fiber.flags & PERFORMED_WORK) !== 0 &&
    (fiber.memoizedProps !== before.memoizedProps ||
      fiber.memoizedState !== before.memoizedState ||
      fiber.ref !== before.ref);
  const elementBelow = (fiber: Fiber | null): Element | null => {
    for (let at = fiber; at !== null; at = at.child) {
      if (at.stateNode instanceof Element) return at.stateNode;
    }
    return null;
  };
  const note = (fiber: Fiber): void => {
    const row = elementBelow(fiber)?.closest('[role=row]')?.getAttribute('aria-rowindex');
    if (row !== null && row !== undefined) rows.add(row);
  };
  const walk = (fiber: Fiber, isNew: boolean): void => {
    const before = fiber.alternate;
    if (COMPONENTS.has(fiber.tag) && (isNew || before === null || isRendered(fiber, before))) note(fiber);
    // React did not visit unchanged children.
    if (!isNew && before !== null && before.child === fiber.child) return;
    for (let child = fiber.child; child !== null; child = child.sibling) {
      walk(child, isNew || child.alternate === null);
    }
  };
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      isDisabled: false,
      inject: () => 1,
      onCommitFiberRoot: (_renderer: number, root: { readonly current: Fiber }) => {
        walk(root.current, root.current.alternate === null);
      },
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
    takeRenderedRows: () => {
      const taken = [...rows];
      rows = new Set();
      return taken;
    },
  });
}
