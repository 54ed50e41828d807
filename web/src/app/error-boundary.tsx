import { Component, type ReactNode } from 'react';

import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';

import styles from './message.module.css';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** 'div' inside of a page that has its main landmark already. */
  readonly as?: 'main' | 'div';
  /** What is shown: another place gets another try. */
  readonly place?: string;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly place: string | undefined;
}

/** The last stop of an error: a screen that failed to load or to render. React has logged it already. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { place }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return place === state.place ? null : { failed: false, place };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { as: Part = 'main' } = this.props;
    return (
      <Part className={styles.message} role="alert">
        <h1>Something went wrong</h1>
        <p>This page couldn't be shown. Your saved links are safe. Reload to try again.</p>
        <button
          type="button"
          className={classNames(buttonStyles.button, buttonStyles.primary)}
          onClick={() => {
            void reload();
          }}
        >
          Reload
        </button>
      </Part>
    );
  }
}

/** A file that failed to load may be gone because there is a newer version. */
async function reload(): Promise<void> {
  try {
    const { reloadToNewest } = await import('./updates/worker.ts');
    await reloadToNewest(navigator.serviceWorker, () => {
      location.reload();
    });
  } catch {
    location.reload();
  }
}
