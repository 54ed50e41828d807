import { use, useLayoutEffect } from 'react';
import { Helmet } from 'react-helmet-async';

import { SiteOrigin } from './site-origin.ts';

const SITE_NAME = 'Foldmark';

export interface PageHeadProps {
  /** Defaults to the name of the site. */
  readonly title?: string;
  readonly description: string;
  /** The path of the canonical url, without a query. */
  readonly path: string;
  /** Whether search engines should not list the page. */
  readonly isUnlisted?: boolean;
}

export function PageHead({ title = SITE_NAME, description, path, isUnlisted = false }: PageHeadProps) {
  useLayoutEffect(() => {
    // Removes the defaults of index.html. They come first in the document, so they would win over the page's own elements.
    for (const element of document.querySelectorAll('[data-until-app]')) element.remove();
  }, []);
  const origin = use(SiteOrigin);
  return (
    <Helmet>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={`${origin}/preview.png`} />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="canonical" href={`${origin}${path}`} />
      {isUnlisted ? <meta name="robots" content="noindex" /> : null}
    </Helmet>
  );
}
