import { classNames } from '../style/class-names.ts';
import styles from './button.module.css';

const KINDS = {
  primary: styles.primary,
  quiet: styles.quiet,
  outlined: styles.outlined,
  danger: styles.danger,
  /** A quiet button with an icon instead of a text. */
  icon: classNames(styles.quiet, styles.icon),
  large: classNames(styles.primary, styles.large),
  plain: '',
} as const;

/** The class names of a link or a plain element that looks like a `Button`. */
export function buttonClass(
  kind: keyof typeof KINDS,
  ...more: readonly (string | false | undefined)[]
): string {
  return classNames(styles.button, KINDS[kind], ...more);
}
