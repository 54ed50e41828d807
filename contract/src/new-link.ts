import type { Link } from './entities.ts';
import { STATUS_ACTIVE } from './limits.ts';
import { domainOf, placeholderName } from './link-url.ts';

/** A link of which nothing is known but its url: what the API stores, and what the browser shows until it hears of that. */
export function newLink(link_id: number, url: string): Link {
  return {
    link_id,
    url,
    name: placeholderName(url),
    status_id: STATUS_ACTIVE,
    image_s3_key: '',
    favicon_key: '',
    favicon_url: '',
    domain_name: domainOf(url),
  };
}
