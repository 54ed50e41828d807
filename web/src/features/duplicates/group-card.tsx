import { memo, useId, useMemo, useRef, useState } from 'react';

import { useCommandContext, useFocusTarget } from '#web/commands/command-context.ts';
import { bind } from '#web/commands/more-commands.ts';
import type { DuplicateGroup } from '@foldmark/library/duplicates/group-links';
import { useLibrary } from '#web/hooks/library-hooks.ts';
import { countText } from '@foldmark/library/text/count-text';
import { areDistinct } from '@foldmark/library/memory/distinct-links';
import type { Key } from '@foldmark/library/memory/keys';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { classNames } from '#web/ui/style/class-names.ts';

import styles from './group-card.module.css';
import { GroupLink } from './group-link.tsx';
import { reasonsText } from './group-texts.ts';
import type { GroupActions } from './use-group-actions.ts';
import { useKeeper, useUrls } from './use-group-links.ts';

/** A group with more links shows the rest on demand, and only then merges: nothing is merged without being shown. */
export const SHOWN_COUNT = 30;
/** Marking all links of a group as no duplicates stores each pair. In a larger group, links are taken out one by one. */
const MAX_APART = 50;

interface GroupCardProps {
  readonly group: DuplicateGroup;
  readonly index: number;
  readonly isCurrent: boolean;
  /** The link that the user has chosen to keep. */
  readonly chosen: Key | undefined;
  readonly actions: GroupActions;
}

/** Links that are probably the same, side by side. */
export const GroupCard = memo(function GroupCard(props: GroupCardProps) {
  const { group, index, isCurrent, chosen, actions } = props;
  const { links, level } = group;
  const library = useLibrary();
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const suggested = useKeeper(links);
  const kept = chosen ?? suggested;
  // The suggested link stays first when the user chooses another.
  const ordered = useMemo(
    () => [suggested, ...links.filter((link) => link !== suggested)],
    [links, suggested],
  );
  const shown = isWhole ? ordered : ordered.slice(0, SHOWN_COUNT);
  const canMerge = shown.length === links.length;
  const merge = () => {
    const others = links.filter((link) => link !== kept && !areDistinct(library, link, kept));
    actions.merge([{ keep: kept, others }]);
  };
  const showAll = () => {
    setWhole(true);
  };
  const keepApart =
    links.length > MAX_APART
      ? null
      : () => {
          actions.keepApart(links);
        };
  const ref = useRef<HTMLElement>(null);
  const targets = { group: { merge: canMerge ? merge : null, keepApart } };
  useFocusTarget(ref, () => ({ targets }));
  const commands = bind(['keep-apart', 'merge-group'], targets, useCommandContext());
  return (
    <section
      ref={ref}
      role="group"
      aria-labelledby={`${id}-title ${id}-reasons ${id}-kept`}
      className={styles.card}
      data-row={index}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move between the groups
      tabIndex={isCurrent ? 0 : -1}
    >
      <header className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {countText(links.length, 'link')},{' '}
          <span className={classNames(styles.level, styles[level])}>
            {level === 'same' ? 'the same' : 'likely the same'}
          </span>
        </h2>
        <Reasons id={`${id}-reasons`} links={shown} />
        <div className={styles.actions}>
          {commands.map(({ id: command, label, run }) => (
            <CardButton
              key={command}
              kind={command === 'keep-apart' ? 'quiet' : 'outlined'}
              describedBy={`${id}-title ${id}-kept`}
              onPress={run}
            >
              {label}
            </CardButton>
          ))}
          {canMerge ? null : (
            <CardButton kind="outlined" describedBy={`${id}-title ${id}-kept`} onPress={showAll}>
              {`Show all ${countText(links.length, 'link')}`}
            </CardButton>
          )}
        </div>
      </header>
      <div role="radiogroup" aria-label="Link to keep" className={styles.links}>
        {shown.map((link) => (
          <GroupLink
            key={link}
            link={link}
            kept={kept}
            field={`${id}-keep`}
            nameId={link === kept ? `${id}-kept` : undefined}
            onKeep={() => {
              actions.choose(link, links);
            }}
            onTakeOut={
              links.length > 2
                ? () => {
                    actions.takeOut(
                      link,
                      links.filter((other) => other !== link),
                    );
                  }
                : null
            }
          />
        ))}
      </div>
    </section>
  );
});

function Reasons({ id, links }: { readonly id: string; readonly links: readonly Key[] }) {
  const urls = useUrls(links);
  const text = useMemo(() => reasonsText(urls), [urls]);
  return (
    <p id={id} className={styles.reasons}>
      {text}
    </p>
  );
}

interface CardButtonProps {
  readonly kind: 'quiet' | 'outlined';
  readonly describedBy: string;
  readonly children: string;
  readonly onPress: () => void;
}

function CardButton({ kind, describedBy, children, onPress }: CardButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass(kind)}
      aria-describedby={describedBy}
      onClick={({ detail }) => {
        // The second click of a double click would act on the next group, which moves to this place.
        if (detail <= 1) onPress();
      }}
    >
      {children}
    </button>
  );
}
