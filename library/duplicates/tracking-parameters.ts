/** Parameters that only tell a site where a visitor came from. In lower case. A `*` at the end matches any rest. */
const EVERYWHERE =
  'utm_* ga_* _ga _gl gclid dclid gbraid wbraid gclsrc srsltid fbclid fb_source fb_ref fb_action_ids fb_action_types msclkid ' +
  'yclid ysclid _openstat twclid ttclid igshid igsh mc_eid mc_cid mc_tc mkt_tok _hsenc _hsmi __hsfp __hssc __hstc hsctatracking ' +
  'hsa_* oly_anon_id oly_enc_id vero_id vero_conv wickedid __s rb_clickid s_cid pk_* piwik_* mtm_* matomo_* ml_subscriber* ' +
  '__twitter_impression';

/** Parameters that are tracking on these sites, but content on others. */
const BY_SITE: readonly (readonly [site: RegExp, names: string])[] = [
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, 'feature si pp'],
  [/(?:^|\.)(?:x|twitter)\.com$/, 'ref_src ref_url s t'],
  [/(?:^|\.)instagram\.com$/, 'ig_rid'],
  [/(?:^|\.)amazon\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, 'pd_rd_* pf_rd_* qid sr crid sprefix dib keywords'],
];

const everywhere = matcherOf(EVERYWHERE);
const bySite = BY_SITE.map(([site, names]) => ({ site, isTracking: matcherOf(names) }));

/** Whether a url without this parameter leads to the same page. */
export function isTracking(name: string, host: string): boolean {
  const lower = name.toLowerCase();
  return (
    everywhere(lower) || bySite.some(({ site, isTracking: isOnSite }) => site.test(host) && isOnSite(lower))
  );
}

function matcherOf(names: string): (name: string) => boolean {
  const all = names.split(' ');
  const exact = new Set(all.filter((name) => !name.endsWith('*')));
  const starts = all.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return (name) => exact.has(name) || starts.some((start) => name.startsWith(start));
}
