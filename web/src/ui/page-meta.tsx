import { lazy, memo, Suspense } from 'react';

import { afterFrame } from './after-frame.ts';
import type { PageHeadProps } from './page-head.tsx';

// Loaded lazily, after the page.
const PageHead = lazy(async () => {
  await afterFrame();
  return { default: (await import('./page-head.tsx')).PageHead };
});

/** The title, description, canonical url and preview image of a page. Each screen renders exactly one. */
export const PageMeta = memo(function PageMeta(props: PageHeadProps) {
  return (
    <Suspense fallback={null}>
      <PageHead {...props} />
    </Suspense>
  );
});
