'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type DragEvent, useState } from 'react';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { type Outcome, useAdminCall } from '@/components/admin/call/use-admin-call';
import { Checkbox, Field } from '@/components/form/field';
import { MoveButtons } from '@/components/form/move-buttons';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import { type Language, languages, type Localised } from '@/lib/language';
import {
  lessonId,
  type LessonPosition,
  lessonsOf,
  newChapterId,
  type PlannedChapter,
  type PlannedLesson,
  rebasePlan,
  removeChapterId,
  type SavedPlan,
  useLessonPlan,
  useStoredPlan,
} from './lesson-plan';
import styles from './lesson-order.module.css';

interface LessonOrderProps {
  draftKey: string;
  slug: string;
  lang: Language;
  chapters: PlannedChapter[];
  version: string;
  newChapterName: Localised;
  languageNames: Localised;
}

export function LessonOrder({
  draftKey,
  slug,
  lang,
  chapters: initial,
  version,
  newChapterName,
  languageNames,
}: LessonOrderProps) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [saved, setSaved] = useState<SavedPlan>({ chapters: initial, version });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const {
    chapters,
    setChapters,
    announcement,
    putPlan,
    moveLessonBy,
    setDragged,
    dropLesson,
    changeChapter,
    removeLesson,
    removeChapter,
    undoEdits,
  } = useLessonPlan(initial, () => setOutcome(null));
  const isChanged = chapters !== saved.chapters;
  const setPlan = (plan: { chapters: PlannedChapter[]; saved: SavedPlan }) => {
    setChapters(plan.chapters);
    setSaved(plan.saved);
  };
  const [knownVersion, setKnownVersion] = useState(version);
  if (version !== knownVersion) {
    setKnownVersion(version);
    if (version !== saved.version) {
      const newest = { chapters: initial, version };
      const next = isChanged ? rebasePlan({ chapters, saved }, newest) : { chapters: initial, saved: newest };
      if (next.saved !== saved) {
        setPlan(next);
        setOutcome(null);
      }
    }
  }
  const [isRestored, setRestored] = useState(false);
  useStoredPlan(draftKey, { chapters, saved }, (kept) => {
    if (JSON.stringify(kept.chapters) === JSON.stringify(initial)) return;
    setPlan(rebasePlan(kept, { chapters: initial, version }));
    setRestored(true);
  });
  const discard = () => {
    setPlan({ chapters: initial, saved: { chapters: initial, version } });
    setRestored(false);
    setOutcome(null);
  };
  const removed = missingIn(chapters, saved.chapters);
  const save = async () => {
    const plan = chapters.map(({ title, lessons }) => ({
      title,
      lessons: lessons.map(({ file, name, freePreview }) => ({ file, name, freePreview })),
    }));
    const result = await call<{ planVersion: string }>({
      method: 'PUT',
      url: `/api/admin/courses/${slug}/lessons`,
      body: { chapters: plan, removed: removed.map(({ file }) => file), version: saved.version },
    });
    setOutcome(result);
    if (!result.ok) return;
    setSaved({ chapters, version: result.answer.planVersion });
    setRestored(false);
    router.refresh();
  };
  return (
    <Card as="section" aria-labelledby="lessons" className={styles.lessons}>
      <h2 id="lessons">{t('lessons')}</h2>
      <p>{chapters.length === 0 ? t('no_chapters') : t('lessons_intro')}</p>
      {isRestored && isChanged && (
        <Notice
          tone="info"
          actions={
            <Button variant="quiet" size="small" onClick={discard}>
              {t('discard')}
            </Button>
          }
        >
          {t('draft_restored')}
        </Notice>
      )}
      {chapters.map((chapter, index) => (
        <LessonChapter
          key={index}
          index={index}
          chapter={chapter}
          lang={lang}
          languageNames={languageNames}
          isLast={index === chapters.length - 1}
          onChange={(next) => changeChapter(index, next)}
          onRemove={() => removeChapter(index)}
          onRemoveLesson={removeLesson}
          onMove={moveLessonBy}
          onDrag={setDragged}
          onDrop={dropLesson}
        />
      ))}
      <Button
        id={newChapterId}
        className={styles.add}
        variant="quiet"
        size="small"
        icon="plus"
        onClick={() => putPlan([...chapters, { title: newChapterName, lessons: [] }])}
      >
        {t('new_chapter')}
      </Button>
      {removed[0] && (
        <Notice
          tone="notice"
          alert
          actions={
            <Button variant="secondary" size="small" onClick={() => undoEdits(saved.chapters, removed[0]!.file)}>
              {t('undo_changes')}
            </Button>
          }
        >
          {t('lessons_removed')} <bdi>{new Intl.ListFormat(lang).format(removed.map(({ name }) => name[lang]))}</bdi>
        </Notice>
      )}
      <OutcomeNotice outcome={outcome} />
      <div>
        <Button busy={busy} aria-disabled={!isChanged} onClick={() => void save()}>
          {busy ? t('saving') : t('save')}
        </Button>
      </div>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </Card>
  );
}

function missingIn(chapters: readonly PlannedChapter[], before: readonly PlannedChapter[]): PlannedLesson[] {
  const presentFiles = new Set(lessonsOf(chapters).map(({ file }) => file));
  return lessonsOf(before).filter(({ file }) => !presentFiles.has(file));
}

interface LessonChapterProps {
  index: number;
  chapter: PlannedChapter;
  lang: Language;
  languageNames: Localised;
  isLast: boolean;
  onChange: (chapter: PlannedChapter) => void;
  onRemove: () => void;
  onRemoveLesson: (at: LessonPosition) => void;
  onMove: (from: LessonPosition, by: 1 | -1) => void;
  onDrag: (from: LessonPosition | null) => void;
  onDrop: (to: LessonPosition) => void;
}

/** Custom drag type, so that files and other content cannot be dropped here. */
const dragType = 'application/x-lesson';

function LessonChapter({
  index,
  chapter,
  lang,
  languageNames,
  isLast,
  onChange,
  onRemove,
  onRemoveLesson,
  onMove,
  onDrag,
  onDrop,
}: LessonChapterProps) {
  const t = useTranslations('admin');
  const { title, lessons } = chapter;
  const handleDrop = (event: DragEvent, lesson: number) => {
    if (!isLesson(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onDrop({ chapter: index, lesson });
  };
  return (
    <fieldset
      className={styles.chapter}
      onDragOver={(event) => {
        if (isLesson(event)) event.preventDefault();
      }}
      onDrop={(event) => handleDrop(event, lessons.length)}
    >
      <legend>
        {t('chapter')} {index + 1}: <bdi>{title[lang]}</bdi>
      </legend>
      <Names
        id={`chapter-${index}`}
        name={title}
        languageNames={languageNames}
        onChange={(next) => onChange({ ...chapter, title: next })}
      />
      <ol className={styles.list}>
        {lessons.map((lesson, at) => (
          <li
            key={lesson.file}
            id={lessonId(lesson.file)}
            className={styles.lesson}
            onDrop={(event) => handleDrop(event, at)}
          >
            <Grip
              file={lesson.file}
              onDrag={(isDragged) => onDrag(isDragged ? { chapter: index, lesson: at } : null)}
            />
            <div className={styles.name}>
              <bdi>{lesson.name[lang]}</bdi>
              <Names
                id={lesson.file}
                name={lesson.name}
                languageNames={languageNames}
                onChange={(name) => onChange({ ...chapter, lessons: lessons.with(at, { ...lesson, name }) })}
              />
            </div>
            <Checkbox
              label={t('free_preview')}
              name={`free-${lesson.file}`}
              checked={lesson.freePreview}
              onChange={(event) =>
                onChange({ ...chapter, lessons: lessons.with(at, { ...lesson, freePreview: event.target.checked }) })
              }
            />
            <MoveButtons
              className={styles.moves}
              labels={{ up: t('move_up'), down: t('move_down') }}
              name={lesson.name[lang]}
              isFirst={index === 0 && at === 0}
              isLast={isLast && at === lessons.length - 1}
              onMove={(by) => onMove({ chapter: index, lesson: at }, by)}
            >
              <button
                type="button"
                aria-label={`${t('remove_lesson')}: ${lesson.name[lang]}`}
                title={t('remove_lesson')}
                onClick={() => onRemoveLesson({ chapter: index, lesson: at })}
              >
                <Icon name="trash" size={18} />
              </button>
            </MoveButtons>
          </li>
        ))}
      </ol>
      {lessons.length === 0 && <p>{t('no_lessons_in_chapter')}</p>}
      {lessons.length === 0 && (
        <Button
          id={removeChapterId(index)}
          className={styles.add}
          variant="quiet"
          size="small"
          icon="trash"
          onClick={onRemove}
        >
          {t('remove_chapter')}
        </Button>
      )}
    </fieldset>
  );
}

const isLesson = (event: DragEvent): boolean => event.dataTransfer.types.includes(dragType);

/** Only the grip is draggable, so that the row's text stays selectable. */
function Grip({ file, onDrag }: { file: string; onDrag: (isDragged: boolean) => void }) {
  const beginDrag = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData(dragType, file);
    onDrag(true);
  };
  return (
    <span
      className={styles.grip}
      draggable="true"
      aria-hidden="true"
      onDragStart={beginDrag}
      onDragEnd={() => onDrag(false)}
    >
      <Icon name="menu" size={18} />
    </span>
  );
}

function Names({
  id,
  name,
  languageNames,
  onChange,
}: {
  id: string;
  name: Localised;
  languageNames: Localised;
  onChange: (name: Localised) => void;
}) {
  const t = useTranslations('admin');
  return (
    <details className={styles.names}>
      <summary>{t('names')}</summary>
      <div>
        {languages.map((lang) => (
          <Field
            key={lang}
            id={`${id}-${lang}`}
            name={`${id}-${lang}`}
            label={languageNames[lang]}
            lang={lang}
            dir="auto"
            value={name[lang]}
            onChange={(event) => onChange({ ...name, [lang]: event.target.value })}
          />
        ))}
      </div>
    </details>
  );
}
