import { Component, type ReactNode } from 'react';

import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { reload } from '#web/ui/loading/reload.ts';

import styles from './message.module.css';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** 'div' inside a page that already has a main landmark. */
  readonly as?: 'main' | 'div';
  /** Identifies the children. When it changes, the boundary renders them again. */
  readonly place?: string;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly place: string | undefined;
}

/** Shows a message if a screen fails to load or to render. React has already logged the error. */
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
          className={buttonClass('primary')}
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
