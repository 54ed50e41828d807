import type { ComponentProps } from 'react';

import { basePath } from '../browser/base-path.ts';

interface RouteLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
}

/**
 * A link to a page of the app, for rows of long lists. The router's own link renders at each page change and takes several times
 * as long. `useRouteLinks` handles the clicks.
 */
export function RouteLink({ to, children, ...props }: RouteLinkProps) {
  return (
    <a {...props} href={basePath() + to} data-route={to}>
      {children}
    </a>
  );
}
