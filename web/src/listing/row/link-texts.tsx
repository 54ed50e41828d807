import { isNamedByUrl } from '@foldmark/library/entities/link-url';
import type { LinkRecord } from '@foldmark/library/entities/records';
import type { Key } from '@foldmark/library/memory/keys';
import type { ReactNode } from 'react';

import { shownDomain, shownName } from '@foldmark/library/entities/link-text';

import { marked } from '../items/marked.tsx';
import type { Mark, Marks } from './marks.ts';
import textStyles from './row-texts.module.css';

interface LinkTexts {
  readonly name: string;
  /** The name, with the matches of the search. */
  readonly title: ReactNode;
  /** The domain, or why the search has found the link. */
  readonly beside: ReactNode;
  /** The direction of that text. */
  readonly dir: 'auto' | undefined;
}

/** The texts of a link in a row or on a card. */
export function linkTexts(key: Key, link: LinkRecord, { marks, excerpt }: Marks): LinkTexts {
  const name = shownName(link.name, link.url);
  const domain = shownDomain(link.name, link.url, link.domain_name);
  const nameField = isNamedByUrl(link.name, link.url) ? 'any' : 'title';
  const found = excerpt(key, link, { name, nameField, domain });
  return {
    name,
    title: marked(name, marks(name, nameField)),
    beside: besideName(domain, marks(domain, 'url'), found),
    dir: found === null ? undefined : 'auto',
  };
}

/** The domain. If neither the name nor the domain shows why the search has found the link, the text that does. */
function besideName(
  domain: string,
  domainMarks: readonly Mark[],
  found: ReturnType<Marks['excerpt']>,
): ReactNode {
  if (found === null) return marked(domain, domainMarks);
  const text = marked(found.text, found.marks);
  const className = found.isFolder ? textStyles.ofFolder : undefined;
  if (domain === '' || (domainMarks.length === 0 && !found.isFolder))
    return <span className={className}>{text}</span>;
  return (
    <>
      {marked(domain, domainMarks)}
      <span className={className}> · {text}</span>
    </>
  );
}
