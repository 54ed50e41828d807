import type { Micros } from '@foldmark/library/entities/records';
import { memo } from 'react';

import { classNames } from '#web/ui/style/class-names.ts';

import { shortDate } from '../items/date-text.ts';
import type { RowFields } from './row-fields.ts';
import textStyles from './row-texts.module.css';

interface RowDateProps {
  readonly at: Micros;
  readonly fields: RowFields;
}

/** The date that the list is sorted by. In any other order, the date it was added, shown only in a wide list. In the trash, the date it was deleted. */
export const RowDate = memo(function RowDate({ at, fields }: RowDateProps) {
  return (
    <div
      role="gridcell"
      className={classNames(textStyles.date, fields.isSortedByDate && textStyles.isSortedByDate)}
    >
      <span className={fields.isTrash ? textStyles.dateLabel : 'visually-hidden'}>{fields.dateLabel} </span>
      <time dateTime={new Date(at / 1000).toISOString()}>{shortDate(at)}</time>
    </div>
  );
});
