import { useClientState } from '#web/state/client-state.ts';
import { focusSearchField } from '#web/state/search.ts';
import { SEARCH_HELP } from '@foldmark/library/search/help';
import { afterFrame } from '#web/ui/focus/after-frame.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

import styles from './search-help-dialog.module.css';

/** The search language, with examples to try. */
export function SearchHelpDialog() {
  const { search, popup } = useClientState();
  const close = (example?: string) => {
    popup.set(null);
    if (example !== undefined) search.set(example);
    void focusField(example !== undefined);
  };
  return (
    <Dialog
      title="Search help"
      onClose={() => {
        close();
      }}
    >
      <p className={styles.intro}>Words find names, urls, notes and descriptions. These narrow the search:</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">To find</th>
          </tr>
        </thead>
        <tbody>
          {SEARCH_HELP.map(({ syntax, meaning, example }) => (
            <tr key={syntax}>
              <th scope="row">{syntax}</th>
              <td>
                {meaning}
                <button
                  type="button"
                  className={styles.example}
                  aria-label={`Search for ${example}`}
                  onClick={() => {
                    close(example);
                  }}
                >
                  {example}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

/** Runs after the dialog has returned the focus. The tips below the field, which can open the dialog, are closed then. */
async function focusField(isSearching: boolean): Promise<void> {
  await afterFrame();
  await afterFrame();
  if (isSearching || document.activeElement === document.body) focusSearchField();
}
