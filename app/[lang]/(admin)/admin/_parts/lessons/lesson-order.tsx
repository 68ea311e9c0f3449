'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Language, Localised } from '@/lib/language';
import { Button } from '../../../../_ui/button';
import { Card } from '../../../../_ui/layout/card';
import { Notice } from '../../../../_ui/feedback/notice';
import { VisuallyHidden } from '../../../../_ui/text/visually-hidden';
import type { SaveLabels } from '../call/client-labels';
import { addArrivals, lessonsOf } from './add-arrivals';
import { LessonChapter, type LessonLabels } from './lesson-chapter';
import styles from './lesson-order.module.css';
import type { PlannedChapter, PlannedLesson } from './move-lesson';
import { OutcomeNotice } from '../call/outcome-notice';
import { useAdminCall, type Outcome } from '../call/use-admin-call';
import { newChapterId, useLessonPlan } from './use-lesson-plan';

type Labels = LessonLabels & { save: SaveLabels; title: string; intro: string; none: string; moved: string; new_chapter: string; new_name: Localised; removed: string; undo: string };
interface LessonOrderProps { slug: string; lang: Language; chapters: PlannedChapter[]; version: string; labels: Labels }

/** Row O7: lessons in another order, by dragging or by keyboard, across chapters too; one is free to watch. */
export function LessonOrder({ slug, lang, chapters: initial, version, labels }: LessonOrderProps) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [saved, setSaved] = useState({ chapters: initial, version });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { chapters, setChapters, said, put, step, drag, drop, change, remove, removeChapter, undo } = useLessonPlan(initial, labels, () => setOutcome(null));
  const changed = chapters !== saved.chapters;
  const [seen, setSeen] = useState(version);
  if (version !== seen) {
    setSeen(version);
    // Of what was saved here the outcome stays; an upload brings another plan. What somebody else changed is a conflict at the next save.
    const next = version === saved.version ? null : changed ? addArrivals(chapters, saved.chapters, initial) : initial;
    if (next) {
      setChapters(next);
      setSaved({ chapters: initial, version });
      setOutcome(null);
    }
  }
  const removed = missingIn(chapters, saved.chapters);
  const save = async () => {
    const plan = chapters.map(({ title, lessons }) => ({ title, lessons: lessons.map(({ file, name, freePreview }) => ({ file, name, freePreview })) }));
    const result = await call<{ planVersion: string }>({ method: 'PUT', url: `/api/admin/courses/${slug}/lessons`, body: { chapters: plan, removed: removed.map(({ file }) => file), version: saved.version } });
    setOutcome(result);
    if (!result.ok) return;
    setSaved({ chapters, version: result.answer.planVersion });
    router.refresh();
  };
  return (
    <Card as="section" aria-labelledby="lessons" className={styles.lessons}>
      <h2 id="lessons">{labels.title}</h2>
      <p>{chapters.length === 0 ? labels.none : labels.intro}</p>
      {chapters.map((chapter, index) => (
        <LessonChapter
          key={index} index={index} chapter={chapter} lang={lang} labels={labels} last={index === chapters.length - 1}
          onChange={(next) => change(index, next)} onRemove={() => removeChapter(index)} onRemoveLesson={remove} onStep={step} onDrag={drag} onDrop={drop}
        />
      ))}
      <Button id={newChapterId} className={styles.add} variant="quiet" size="small" icon="plus" onClick={() => put([...chapters, { title: labels.new_name, lessons: [] }])}>{labels.new_chapter}</Button>
      {removed[0] && (
        <Notice tone="notice" alert actions={<Button variant="secondary" size="small" onClick={() => undo(saved.chapters, removed[0]!.file)}>{labels.undo}</Button>}>
          {labels.removed} <bdi>{new Intl.ListFormat(lang).format(removed.map(({ name }) => name[lang]))}</bdi>
        </Notice>
      )}
      <OutcomeNotice outcome={outcome} labels={labels.save} />
      <div><Button busy={busy} aria-disabled={!changed} onClick={() => void save()}>{busy ? labels.save.saving : labels.save.save}</Button></div>
      <VisuallyHidden><span role="status">{said}</span></VisuallyHidden>
    </Card>
  );
}

function missingIn(chapters: readonly PlannedChapter[], before: readonly PlannedChapter[]): PlannedLesson[] {
  const present = new Set(lessonsOf(chapters).map(({ file }) => file));
  return lessonsOf(before).filter(({ file }) => !present.has(file));
}
