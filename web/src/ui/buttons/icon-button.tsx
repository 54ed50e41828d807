import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { Button } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

import buttonStyles from './button.module.css';
import { classNames } from '../style/class-names.ts';
import styles from './tooltip.module.css';
import { withShortcut } from './with-shortcut.ts';

interface IconButtonProps {
  /** The accessible name and the tooltip. */
  readonly label: string;
  /** The key that does the same. Only the tooltip shows it. */
  readonly shortcut?: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
}

/** Memoized: a tooltip takes long to render. */
export const IconButton = memo(function IconButton(props: IconButtonProps) {
  const { label, shortcut = '', icon: Icon, onPress } = props;
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
        {withShortcut(label, shortcut)}
      </Tooltip>
    </TooltipTrigger>
  );
});
