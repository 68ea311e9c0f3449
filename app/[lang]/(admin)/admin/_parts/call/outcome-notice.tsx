'use client';

import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import type { SaveLabels } from './client-labels';
import type { Outcome } from './use-admin-call';

/** What became of a save; a conflict offers the other's version without throwing away one's own. */
export function OutcomeNotice({ outcome, labels }: { outcome: Outcome | null; labels: SaveLabels }) {
  if (!outcome) return null;
  if (outcome.ok) return <Notice tone="success" alert>{labels.saved}</Notice>;
  if (outcome.key === 'conflict') {
    const open = () => window.open(window.location.href, '_blank', 'noopener');
    return <Notice tone="notice" alert actions={<Button variant="secondary" size="small" onClick={open}>{labels.reload}</Button>}>{labels.conflict}</Notice>;
  }
  return <Notice tone="danger" alert>{outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed}</Notice>;
}
