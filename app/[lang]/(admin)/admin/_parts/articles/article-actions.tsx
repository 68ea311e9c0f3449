'use client';

import { useState } from 'react';
import { readTime } from '@/lib/clock';
import { valueAt } from '@/lib/content/form/pointer';
import { languages } from '@/lib/language';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { ConfirmDialog, type ConfirmLabels } from '../call/confirm-button';
import { OutcomeNotice } from '../call/outcome-notice';
import { BlockedPreview } from '../documents/blocked-preview';
import frame from '../documents/editor-frame.module.css';
import type { ArticleLabels } from './article-labels';
import { useArticleActions, type Article, type Published } from './use-article';

interface Props { article: Article; published: Published | null; folder: string; /** ISO 8601 */ now: string; labels: ArticleLabels }

/** What happens to readers when the button is pressed. */
function appearance({ value }: Article, now: string): 'publish' | 'schedule' | 'save_hidden' {
  if (valueAt(value.all, ['published']) !== true) return 'save_hidden';
  const at = valueAt(value.all, ['publishedAt']);
  const time = typeof at === 'string' ? readTime(at) : null;
  return time && time > new Date(now) ? 'schedule' : 'publish';
}

const done = { publish: 'published', schedule: 'scheduled', save_hidden: 'hidden' } as const;

export function ArticleActions({ article, published, folder, now, labels: { own, content } }: Props) {
  const { publish, preview, blockedPreview, discard, isPublished } = useArticleActions(article, published, folder);
  const { outcome, theirs, saved, status, dirty } = article;
  const kind = appearance(article, now);
  // What is typed and waits for the connection says so below; a publication that was not answered does not come again by itself.
  const isPlain = outcome && !outcome.ok && !theirs && !(dirty && status === 'unreachable');
  return (
    <div className={frame.bar}>
      {isPublished && <Notice tone="success" alert>{own[done[kind]]}</Notice>}
      {isPlain && <OutcomeNotice outcome={outcome} autosaved hasCopy labels={content.save} />}
      <BlockedPreview url={blockedPreview} labels={content} />
      <div className={frame.actions}>
        <Button busy={article.isPublishing} aria-disabled={(!dirty && saved.number === 0) || theirs !== null} onClick={() => void publish(done[kind])}>{own[kind]}</Button>
        {languages.filter((each) => article.value[each] !== undefined).map((each) => (
          <Button key={each} variant="quiet" icon="external" aria-disabled={theirs !== null} onClick={() => void preview(each)}>{content.preview}: {content.parts[each]}</Button>
        ))}
        {saved.number > 0 && <DiscardDraft onDiscard={discard} own={own} labels={content} />}
      </div>
      <span role="status" className={frame.unsaved}>{dirty ? own[status === 'saved' ? 'typed' : status] : saved.number > 0 && own.saved}</span>
    </div>
  );
}

function DiscardDraft({ onDiscard, own, labels }: { onDiscard: () => Promise<void>; own: ArticleLabels['own']; labels: Pick<ConfirmLabels, 'cancel' | 'close'> }) {
  const [open, setOpen] = useState(false);
  const discard = () => {
    setOpen(false);
    void onDiscard();
  };
  return (
    <>
      <Button variant="quiet" icon="trash" onClick={() => setOpen(true)}>{own.discard}</Button>
      <ConfirmDialog open={open} title={own.discard} question={own.sure_discard} danger labels={labels} onConfirm={discard} onClose={() => setOpen(false)} />
    </>
  );
}
