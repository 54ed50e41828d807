import type { LucideIcon } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Link } from 'react-router-dom';

import { buttonClass } from './button-class.ts';
import styles from './tooltip.module.css';
import { withShortcut } from './with-shortcut.ts';

interface IconProps {
  /** The accessible name and the tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
}

interface IconButtonProps extends IconProps {
  /** The key with the same effect, shown only in the tooltip. */
  readonly shortcut?: string;
  readonly onPress: () => void;
}

/** Memoized, because a tooltip takes long to render. */
export const IconButton = memo(function IconButton(props: IconButtonProps) {
  const { label, shortcut = '', icon: Icon, onPress } = props;
  return (
    <WithTooltip text={withShortcut(label, shortcut)}>
      <Button aria-label={label} className={buttonClass('icon')} onPress={onPress}>
        <Icon aria-hidden="true" />
      </Button>
    </WithTooltip>
  );
});

/** A link that looks like an IconButton. */
export const IconLink = memo(function IconLink(props: IconProps & { readonly to: string }) {
  const { label, icon: Icon, to } = props;
  return (
    <WithTooltip text={label}>
      <Focusable>
        <Link to={to} aria-label={label} className={buttonClass('icon')}>
          <Icon aria-hidden="true" />
        </Link>
      </Focusable>
    </WithTooltip>
  );
});

function WithTooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <Tooltip className={styles.tooltip ?? ''} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
