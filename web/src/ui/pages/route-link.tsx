import type { ComponentProps } from 'react';

interface RouteLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
}

/**
 * A link to a page of the app, for rows of long lists. The router's own link renders at each page change and costs several times
 * as much. Clicks are handled by `useRouteLinks`.
 */
export function RouteLink({ to, children, ...props }: RouteLinkProps) {
  return (
    <a {...props} href={to} data-route="">
      {children}
    </a>
  );
}
