import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import { savedText } from '@foldmark/library/duplicates/saved-text';
import type { Key } from '@foldmark/library/memory/keys';
import type { Performed } from '#web/sync/changes/performed.ts';

import { trimAddress } from '../address.ts';
import { savedAgainText } from './saved-text.ts';
import { splitSaved } from './split-saved.ts';

interface NewLink {
  readonly url: string;
  readonly keys: readonly Key[];
  /** The gesture that the toast can undo. */
  readonly gesture: Performed;
}

interface ReportSaved {
  /** Called when the form has shown that this url is already saved. */
  readonly onShow: (url: string) => void;
  /** Tells that the url of a new link was already saved, unless the form has shown it. */
  readonly report: (link: NewLink) => Promise<void>;
}

/** Tells about saved urls after the fact: Enter can save a link before the form has found out that its url is already saved. */
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
