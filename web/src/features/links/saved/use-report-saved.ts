import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import type { Key } from '@foldmark/library/memory/keys';
import type { Performed } from '#web/sync/changes/performed.ts';

import { trimAddress } from '../address.ts';
import { savedText, savedAgainText } from './saved-text.ts';
import { splitSaved } from './split-saved.ts';

interface NewLink {
  readonly url: string;
  readonly keys: readonly Key[];
  /** What undoes it. */
  readonly gesture: Performed;
}

interface ReportSaved {
  /** The form has shown that this url is saved. */
  readonly onShow: (url: string) => void;
  /** Tells that the url of a new link was saved before, unless the form has shown it. */
  readonly report: (link: NewLink) => Promise<void>;
}

/** Enter can save a link before the form has found out that its url is saved already. */
export function useReportSaved(): ReportSaved {
  const shown = useRef<string>(undefined);
  const library = useLibrary();
  const announce = useAnnounce();
  const navigate = useNavigate();
  return {
    onShow: (url) => {
      shown.current = url;
    },
    report: async ({ url, keys, gesture }) => {
      if (shown.current === url) return;
      const { saved } = await splitSaved([trimAddress(url)], library, keys);
      const [found] = saved;
      const link = found === undefined ? undefined : library.link(found.link);
      if (found === undefined || link === undefined) return;
      const folders = library.foldersOf(found.link).filter((key) => library.tree.isVisible(key));
      announce(savedAgainText(found), gesture, {
        details: [
          savedText(
            link,
            folders.map((key) => library.tree.name(key)),
          ),
        ],
        other: { label: 'Open', run: () => void navigate(`/links/${link.link_id}`) },
      });
    },
  };
}
