import type { Micros } from '@foldmark/library/entities/records';
import type { ReactNode } from 'react';

import { clickableUrl } from '@foldmark/library/entities/link-text';

import { fullDate } from '../items/date-text.ts';

interface LinkNameProps {
  readonly id: string;
  readonly url: string;
  readonly tabIndex: number;
  readonly date: Micros;
  readonly className: string | undefined;
  readonly textClassName: string | undefined;
  readonly children: ReactNode;
}

/** The link covers its whole row or card, so its tooltip also has the time of the date there. */
export function LinkName({ id, url, tabIndex, date, className, textClassName, children }: LinkNameProps) {
  const href = clickableUrl(url);
  const text = (
    <span id={id} className={textClassName} dir="auto">
      {children}
    </span>
  );
  if (href === null) {
    return (
      <span className={className} title={url}>
        {text}
      </span>
    );
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      title={url}
      tabIndex={tabIndex}
      draggable={false}
      data-open=""
      onPointerEnter={({ currentTarget }) => {
        // Formatted on hover only, because formatting it for each found row would take as long as the search.
        currentTarget.title = `${url}\n${fullDate(date)}`;
      }}
    >
      {text}
    </a>
  );
}
