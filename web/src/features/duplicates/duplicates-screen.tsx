import { CopyCheck } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

import type { DuplicateGroup } from '@foldmark/library/duplicates/group-links';
import { duplicatesIn, isInRange, useDuplicateGroups } from '#web/hooks/duplicate-hooks.ts';
import { useLibrary } from '#web/hooks/library-hooks.ts';
import { countText } from '@foldmark/library/text/count-text';
import { PlacePage } from '#web/listing/place/place-page.tsx';
import { SkeletonList } from '#web/listing/list/skeleton-list.tsx';
import type { Key } from '@foldmark/library/memory/keys';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { focusMain } from '#web/ui/focus/focus-main.ts';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';

import styles from './duplicates-screen.module.css';
import { byReason } from './by-reason.ts';
import { GroupList } from './group-list.tsx';
import { mergeOf } from './merge-of.ts';
import { ReasonList } from './reason-list.tsx';
import { type GroupActions, useGroupActions } from './use-group-actions.ts';

const NO_CHOICE: ReadonlySet<Key> = new Set();

/** Groups of links that lead to the same page. The user merges a group or keeps its links apart. */
export function DuplicatesScreen() {
  const all = useDuplicateGroups();
  const range = useSearchParams()[0].get('links') ?? '';
  const isNew = useMemo(() => (range === '' ? null : isInRange(range)), [range]);
  const groups = useMemo(
    () => (isNew === null ? all : (all?.filter(({ links }) => links.some(isNew)) ?? null)),
    [all, isNew],
  );
  const [chosen, setChosen] = useState(NO_CHOICE);
  const choose = useCallback<GroupActions['choose']>((link, links) => {
    setChosen((before) => new Set([...before].filter((other) => !links.includes(other))).add(link));
  }, []);
  const actions = useGroupActions(choose);
  return (
    <PlacePage title="Duplicates">
      <PageMeta title="Duplicates" description="Links that lead to the same page." path="/duplicates" />
      {groups === null ? (
        <SkeletonList />
      ) : (
        <Groups groups={groups} isNew={isNew} chosen={chosen} actions={actions} />
      )}
    </PlacePage>
  );
}

interface GroupsProps {
  readonly groups: readonly DuplicateGroup[];
  /** Whether a link is one of the import whose duplicates show. Null for all duplicates. */
  readonly isNew: ((link: Key) => boolean) | null;
  /** The links that the user has chosen to keep. */
  readonly chosen: ReadonlySet<Key>;
  readonly actions: GroupActions;
}

function Groups({ groups, isNew, chosen, actions }: GroupsProps) {
  const library = useLibrary();
  const reasons = useMemo(() => byReason(groups), [groups]);
  // Links whose urls differ at most in spelling, also those of a larger group.
  const sameSets = groups.flatMap((group) => group.sameSets);
  if (groups.length === 0) return <NoGroups isOfImport={isNew !== null} />;
  const same = groups.filter(({ level }) => level === 'same').length;
  return (
    <>
      <div className={styles.summary}>
        <div className={styles.texts}>
          <p className={styles.counts}>
            {isNew === null
              ? countText(duplicatesIn(groups), 'duplicate')
              : `${countText(duplicatesIn(groups, isNew), 'duplicate')} of the import`}
            : {summaryText(same, groups.length - same)}
            {isNew === null ? null : <AllDuplicates />}
          </p>
          <p className={styles.hint}>
            A merge keeps one link with all folders, stars and notes, and the oldest date. The others move to
            the trash.
          </p>
        </div>
        {sameSets.length > 0 ? (
          <Button
            kind="primary"
            onPress={() => {
              actions.merge(sameSets.map((links) => mergeOf({ links }, chosen, library)));
            }}
          >
            Merge all same
          </Button>
        ) : null}
      </div>
      <ReasonList reasons={reasons} chosen={chosen} actions={actions} />
      <GroupList groups={groups} chosen={chosen} actions={actions} />
    </>
  );
}

/** For example '5 groups are the same, 7 groups are likely the same'. */
function summaryText(same: number, likely: number): string {
  const parts = [
    ...(same > 0 ? [`${countText(same, 'group')} ${same === 1 ? 'is' : 'are'} the same`] : []),
    ...(likely > 0 ? [`${countText(likely, 'group')} ${likely === 1 ? 'is' : 'are'} likely the same`] : []),
  ];
  return parts.join(', ');
}

function NoGroups({ isOfImport }: { readonly isOfImport: boolean }) {
  useEffect(() => {
    // The last merge has removed the focused button.
    if (document.activeElement === document.body) focusMain();
  }, []);
  return (
    <EmptyState
      icon={CopyCheck}
      title={isOfImport ? 'No duplicates of the import' : 'No duplicates'}
      text="Links that lead to the same page show here, with the reasons."
    >
      {isOfImport ? <AllDuplicates /> : null}
    </EmptyState>
  );
}

function AllDuplicates() {
  return (
    <Link to="/duplicates" className={styles.all}>
      Show all duplicates
    </Link>
  );
}
