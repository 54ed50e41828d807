import type { ObjectKind } from '@foldmark/library/entities/collections';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { useFolder, useLibrary, useLink } from '#web/hooks/library-hooks.ts';
import { parseId } from '#web/listing/place/path-id.ts';
import type { Key } from '@foldmark/library/memory/keys';

/** After a reload, the objects that were created offline show when the outbox has been read. */
const OUTBOX_MS = 2000;

interface RouteKey {
  /** 0 if the URL has no valid id. */
  readonly key: Key;
  /** The page has just loaded, and the outbox may still have the object. */
  readonly canAppear: boolean;
}

/**
 * The link or folder with the id in the URL. An object that was created offline has its key in the URL. When the server has
 * assigned its id, the id replaces the key.
 */
export function useRouteKey(kind: ObjectKind, id: string | undefined): RouteKey {
  const library = useLibrary();
  const navigate = useNavigate();
  const { search } = useLocation();
  const idOrKey = parseId(id) ?? 0;
  const key = library.keyOf(kind, idOrKey);
  // Renders when the object appears or gets its id.
  const folder = useFolder(kind === 'folder' ? key : 0);
  const link = useLink(kind === 'link' ? key : 0);
  const assignedId = folder?.folder_id ?? link?.link_id ?? library.tables.keys.idOf(kind, key);
  const isNew = idOrKey < 0;
  useEffect(() => {
    if (isNew && assignedId !== null && assignedId > 0) {
      void navigate({ pathname: `/${kind}s/${assignedId}`, search }, { replace: true });
    }
  }, [isNew, assignedId, kind, search, navigate]);
  const [isEarly, setEarly] = useState(isNew);
  useEffect(() => {
    if (!isEarly) return undefined;
    return SYSTEM_TIMERS.after(OUTBOX_MS, () => {
      setEarly(false);
    });
  }, [isEarly]);
  return { key, canAppear: isNew && isEarly };
}
