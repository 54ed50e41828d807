import { lazy, Suspense } from 'react';

import { afterFrame } from './after-frame.ts';
import type { PageHeadProps } from './page-head.tsx';

// The description loads after the page itself.
const PageHead = lazy(async () => {
  await afterFrame();
  return { default: (await import('./page-head.tsx')).PageHead };
});

/** Title, description, canonical address and preview image of a page. Each screen renders exactly one. */
export function PageMeta(props: PageHeadProps) {
  return (
    <Suspense fallback={null}>
      <PageHead {...props} />
    </Suspense>
  );
}
