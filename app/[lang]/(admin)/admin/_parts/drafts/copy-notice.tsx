'use client';

import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';

export interface CopyLabels { copy_title: string; copy_text: string; copy_use: string; copy_give_up: string }

/** A closed tab or a lost network left a copy that the server does not have: shown, and sent only when it is taken. */
export function CopyNotice({ labels, onUse, onGiveUp }: { labels: CopyLabels; onUse: () => void; onGiveUp: () => void }) {
  return (
    <Notice
      tone="info" title={labels.copy_title}
      actions={<><Button size="small" onClick={onUse}>{labels.copy_use}</Button><Button size="small" variant="quiet" onClick={onGiveUp}>{labels.copy_give_up}</Button></>}
    >
      {labels.copy_text}
    </Notice>
  );
}
