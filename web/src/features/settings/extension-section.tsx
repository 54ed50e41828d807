import { buttonClass } from '#web/ui/buttons/button-class.ts';

import { extensionOffer } from './extension-offer.ts';
import { Section } from './section.tsx';
import styles from './settings.module.css';

/** Offers the browser extension where a browser can have it. */
export function ExtensionSection() {
  const offer = extensionOffer(navigator.userAgent, location.hostname, import.meta.env.EXTENSION_STORES);
  if (offer === null) return null;
  return (
    <Section name="extension" title="Browser extension">
      <p className={styles.text}>
        Save a page, a link or all tabs with a click or a key, also without a network. Search your library
        from the address bar or beside the page. The address of a page that you don't save stays in your
        browser.
      </p>
      {offer.from === 'store' ? (
        <div className={styles.actions}>
          <a className={buttonClass('outlined')} href={offer.url} target="_blank" rel="noreferrer">
            Get it in {offer.store}
          </a>
        </div>
      ) : (
        <p className={styles.text}>
          This Foldmark runs on your computer. The file extension/README.md in its folder says how to add the
          extension to your browser.
        </p>
      )}
    </Section>
  );
}
