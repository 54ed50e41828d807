import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Link } from 'react-router-dom';

import buttonStyles from './button.module.css';
import { classNames } from '../style/class-names.ts';
import styles from './tooltip.module.css';

interface IconLinkProps {
  /** The accessible name and the tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: string;
}

/** A link that looks like an IconButton. */
export const IconLink = memo(function IconLink({ label, icon: Icon, to }: IconLinkProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Focusable>
        <Link
          to={to}
          aria-label={label}
          className={classNames(buttonStyles.button, buttonStyles.quiet, buttonStyles.icon)}
        >
          <Icon aria-hidden="true" />
        </Link>
      </Focusable>
      <Tooltip className={styles.tooltip ?? ''} offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
});
