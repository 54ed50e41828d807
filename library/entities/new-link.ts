import type { Link } from './entities.ts';
import { STATUS_ACTIVE } from './limits.ts';
import { domainOf, placeholderName } from './link-url.ts';

/** Creates a link of which only the url is known. The API stores it; the browser shows it until the stored link arrives. */
export function newLink(
  link_id: number,
  url: string,
): Omit<Link, 'created_at'> & { readonly distinct_from: number[] } {
  return {
    link_id,
    url,
    name: placeholderName(url),
    status_id: STATUS_ACTIVE,
    image_s3_key: '',
    favicon_key: '',
    favicon_url: '',
    domain_name: domainOf(url),
    note: '',
    distinct_from: [],
  };
}
