'use client';

import { Button } from '../../../_ui/button';
import { Notice } from '../../../_ui/notice';
import type { SaveWords } from './client-words';
import type { Outcome } from './use-admin-call';

/** What became of a save; a conflict offers the other's version without throwing away one's own. */
export function OutcomeNotice({ outcome, words }: { outcome: Outcome | null; words: SaveWords }) {
  if (!outcome) return null;
  if (outcome.ok) return <Notice tone="success" alert>{words.saved}</Notice>;
  if (outcome.key === 'conflict') {
    const open = () => window.open(window.location.href, '_blank', 'noopener');
    return <Notice tone="notice" alert actions={<Button variant="secondary" size="small" onClick={open}>{words.reload}</Button>}>{words.conflict}</Notice>;
  }
  return <Notice tone="danger" alert>{outcome.status === 0 ? words.unreachable : outcome.title || words.failed}</Notice>;
}
