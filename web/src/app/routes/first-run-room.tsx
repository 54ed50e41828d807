import { overlay } from '#web/ui/loading/loadable.tsx';

import styles from './first-run-room.module.css';

const { Component: FirstRun } = overlay(
  async () => (await import('#web/features/import/first-run.tsx')).FirstRun,
  'page',
);

/** The invitation of an empty library. Its room is there before its code has loaded, so that nothing moves. */
export function FirstRunRoom() {
  return (
    <div className={styles.room}>
      <FirstRun />
    </div>
  );
}
