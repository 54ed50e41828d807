import { Component, type ReactNode } from 'react';

import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';

import styles from './message.module.css';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** The last stop of an error: a screen that failed to load or to render. React has logged it already. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={styles.message} role="alert">
        <h1>Something went wrong</h1>
        <p>This part of Foldmark could not be shown. What you saved is safe.</p>
        <button
          type="button"
          className={classNames(buttonStyles.button, buttonStyles.primary)}
          onClick={() => {
            location.reload();
          }}
        >
          Reload
        </button>
      </main>
    );
  }
}
