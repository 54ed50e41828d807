import styles from './spinner.module.css';

export function Spinner({ label }: { readonly label: string }) {
  return <div className={styles.spinner} role="status" aria-label={label} />;
}
