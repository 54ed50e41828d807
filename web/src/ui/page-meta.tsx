import { createContext, lazy, Suspense } from 'react';

import { afterFrame } from './after-frame.ts';

/** The public origin of the site, for canonical addresses: the one of production, whichever host shows the page. */
export const SiteOrigin = createContext('');

export interface PageMetaProps {
  /** Nothing for the home page, which carries the site's name. */
  readonly title?: string;
  readonly description: string;
  /** The page's path without what a visit adds to it; null for a page that search engines should not list. */
  readonly path: string | null;
}

// Nobody waits for a description: it comes after the page itself.
const PageHead = lazy(async () => {
  await afterFrame();
  return { default: (await import('./page-head.tsx')).PageHead };
});

/** Title, description, canonical address and preview image of a page. Each screen renders exactly one. */
export function PageMeta(props: PageMetaProps) {
  return (
    <Suspense fallback={null}>
      <PageHead {...props} />
    </Suspense>
  );
}
