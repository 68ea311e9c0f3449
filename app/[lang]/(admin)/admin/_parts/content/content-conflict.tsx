'use client';

import { combined, differencesOf, overlapOf } from '@/lib/content/form/differences';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { DifferenceList, type DifferenceLabels } from './difference-list';
import type { Values } from './use-content';

export interface ConflictLabels extends Omit<DifferenceLabels, 'before' | 'after'> {
  conflict_title: string; conflict_text: string; mine: string; theirs: string; combine: string; use_mine: string; use_theirs: string;
}

interface Props { base: Values | null; mine: Values; theirs: Values; labels: ConflictLabels; onGoOn: (values: Values) => void; onTakeTheirs: () => void }

/** Somebody else saved first: both versions, and what to do with them. Nothing is thrown away unless it is chosen. */
export function ContentConflict({ base, mine, theirs, labels, onGoOn, onTakeTheirs }: Props) {
  const isCombinable = base !== null && overlapOf(base, mine, theirs).length === 0;
  return (
    <Notice tone="notice" alert title={labels.conflict_title}>
      <p>{labels.conflict_text}</p>
      <DifferenceList differences={differencesOf(theirs, mine)} labels={{ ...labels, before: labels.theirs, after: labels.mine }} />
      <p>
        {isCombinable && <Button size="small" onClick={() => onGoOn(combined(base, mine, theirs) as Values)}>{labels.combine}</Button>}{' '}
        <Button variant="secondary" size="small" onClick={() => onGoOn(mine)}>{labels.use_mine}</Button>{' '}
        <Button variant="quiet" size="small" onClick={onTakeTheirs}>{labels.use_theirs}</Button>
      </p>
    </Notice>
  );
}
