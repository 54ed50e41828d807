import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { Button } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import styles from './tooltip.module.css';

interface IconButtonProps {
  /** The accessible name and the tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
}

/** Memoized: a tooltip takes long to render. */
export const IconButton = memo(function IconButton({ label, icon: Icon, onPress }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Button
        aria-label={label}
        className={classNames(buttonStyles.button, buttonStyles.quiet, buttonStyles.icon)}
        onPress={onPress}
      >
        <Icon aria-hidden="true" />
      </Button>
      <Tooltip className={styles.tooltip ?? ''} offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
});
