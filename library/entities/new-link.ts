import { missing } from './derive.ts';
import { LINK } from './link.ts';
import { domainOf, placeholderName } from './link-url.ts';

const { created_at: _, ...FIELDS } = LINK.fields;

/** Creates a link from its url alone. The API stores it; the browser shows it until the stored link arrives. */
export function newLink(link_id: number, url: string) {
  return { link_id, ...missing(FIELDS), url, name: placeholderName(url), domain_name: domainOf(url) };
}
