import styles from './import.module.css';

/** Lists what Foldmark could not store from the file. */
export function ToldList({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul className={styles.told} aria-label="About this file">
      {sentences.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
