import { memo, Suspense } from 'react';

import { afterFrame } from '../focus/after-frame.ts';
import { loadable } from '../loading/loadable.tsx';
import type { PageHeadProps } from './page-head.tsx';

// Loaded lazily, after the page.
const { Component: PageHead } = loadable<PageHeadProps>(async () => {
  await afterFrame();
  return (await import('./page-head.tsx')).PageHead;
}, 'silent');

/** The title, description, canonical url and preview image of a page. Each screen renders exactly one. */
export const PageMeta = memo(function PageMeta(props: PageHeadProps) {
  return (
    <Suspense fallback={null}>
      <PageHead {...props} />
    </Suspense>
  );
});
