import { Bookmark } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#web/ui/buttons/button.tsx';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

import styles from './settings.module.css';

const STATUS_TEXTS = {
  no: '',
  clicked: 'To use this button, drag it to your bookmarks bar.',
  copied: 'Copied. Create a bookmark and paste the code as its address.',
  failed: 'Your browser blocked copying. Drag the button to your bookmarks bar instead.',
} as const;

/** The bookmarklet, to drag or to copy. */
export function SaveFromAnywhere() {
  const [status, setStatus] = useState<keyof typeof STATUS_TEXTS>('no');
  const isPhone = useMediaQuery('(pointer: coarse)');
  const code = bookmarkletCode(location.origin);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setStatus('copied');
    } catch {
      setStatus('failed');
    }
  };
  return (
    <>
      <p className={styles.text}>
        {isPhone
          ? "Install Foldmark, for example with Add to Home screen in your browser's menu. Then share a page from any app with Foldmark."
          : 'Drag this button to your bookmarks bar. Then click it on any page to save that page in a small window.'}
      </p>
      <div className={styles.actions}>
        {/* React removes javascript: urls, so the ref sets the href. */}
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- an ordinary link once the ref has set its href */}
        <a
          ref={(link) => {
            link?.setAttribute('href', code);
          }}
          className={buttonClass('outlined', styles.bookmarklet)}
          onClick={(event) => {
            event.preventDefault();
            setStatus('clicked');
          }}
        >
          <Bookmark aria-hidden="true" />
          Save to Foldmark
        </a>
        <Button
          kind="quiet"
          onPress={() => {
            void copy();
          }}
        >
          Copy the code
        </Button>
        <p className={styles.text} role="status">
          {STATUS_TEXTS[status]}
        </p>
      </div>
    </>
  );
}

/**
 * A bookmarklet that opens our form in a small window, filled with the url and title of the current page. Both are in the
 * fragment, which browsers send to no server, so no log contains them. `noopener` keeps the window and the page from accessing
 * each other.
 */
function bookmarkletCode(origin: string): string {
  const form = JSON.stringify(`${origin}/links/create`);
  const query = "'#url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title)";
  return `javascript:void window.open(${form}+${query},'_blank','popup,noopener,width=560,height=640')`;
}
