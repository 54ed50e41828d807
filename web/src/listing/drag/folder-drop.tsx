import { useEffect, useRef } from 'react';
import { useDrop } from 'react-aria/useDrop';

import { useClientState } from '#web/state/client-state.ts';
import type { Dragged, DropTarget } from '#web/state/dragged.ts';
import { useStore } from '#web/state/use-store.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { classNames } from '#web/ui/style/class-names.ts';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import styles from './drag.module.css';
import { planDrop } from './drop-plan.ts';

const OPEN_AFTER_MS = 600;

interface FolderDropProps {
  /** 0 for the root. */
  readonly folder: Key;
  readonly name: string;
  /** Runs once a drag has hovered over the folder for OPEN_AFTER_MS. */
  readonly onHover?: (() => void) | undefined;
}

/** A drop target that covers its row during a drag. */
export function FolderDrop(props: FolderDropProps) {
  const dragged = useStore(useClientState().dragged);
  if (dragged === null) return null;
  const label = dragged.kind === 'link' ? `Add to ${props.name}` : `Move into ${props.name}`;
  return <DropArea target={props.folder} label={label} onHover={props.onHover} dragged={dragged} />;
}

/** A place of the left rail as a drop target during a drag. */
export function PlaceDrop({ place }: { readonly place: Exclude<DropTarget, Key> }) {
  const dragged = useStore(useClientState().dragged);
  const label = place === 'trash' ? 'Move to Trash' : 'Add to favorites';
  return dragged === null ? null : <DropArea target={place} label={label} dragged={dragged} />;
}

interface DropAreaProps extends Pick<FolderDropProps, 'onHover'> {
  readonly target: DropTarget;
  readonly label: string;
  readonly dragged: Dragged;
}

function DropArea({ target, label, onHover, dragged }: DropAreaProps) {
  const ref = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { drop } = useClientState();
  const plan = planDrop(useFolderTree(), dragged, { target, operation: 'copy' });
  const { dropProps, isDropTarget } = useDrop({
    ref,
    // Without a modifier key, all allowed operations arrive here, and links are copied. The shift key leaves only 'move'.
    getDropOperation: (_types, allowed) => {
      if (plan.kind === 'nothing') return 'cancel';
      return allowed.includes('copy') ? 'copy' : (allowed[0] ?? 'cancel');
    },
    onDropEnter: () => {
      clearTimeout(timer.current);
      if (onHover !== undefined) timer.current = setTimeout(onHover, OPEN_AFTER_MS);
    },
    onDropExit: () => {
      clearTimeout(timer.current);
    },
    onDrop: ({ dropOperation }) => {
      drop.set({ target, operation: dropOperation === 'move' ? 'move' : 'copy' });
    },
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  return (
    <div
      {...dropProps}
      ref={ref}
      role="button"
      tabIndex={-1}
      data-takes-drop={plan.kind !== 'nothing' && plan.kind !== 'cycle'}
      aria-label={label}
      className={classNames(
        styles.drop,
        isDropTarget && (plan.kind === 'cycle' ? styles.refused : styles.lit),
      )}
    />
  );
}
