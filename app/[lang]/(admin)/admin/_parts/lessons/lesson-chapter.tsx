'use client';

import type { DragEvent } from 'react';
import { languages, type Language, type Localised } from '@/lib/language';
import { Button } from '../../../../_ui/button';
import { Checkbox } from '../../../../_ui/form/checkbox';
import { Field } from '../../../../_ui/form/field';
import { MoveButtons } from '../../../../_ui/form/move-buttons';
import { Icon } from '../../../../_ui/icon';
import styles from './lesson-order.module.css';
import type { LessonPlace, PlannedChapter } from './move-lesson';
import { lessonId, removeChapterId } from './use-lesson-plan';

export interface LessonLabels { chapter: string; lesson: string; free: string; up: string; down: string; names: string; remove_chapter: string; remove_lesson: string; no_lessons: string; languages: Record<Language, string> }

interface LessonChapterProps {
  index: number; chapter: PlannedChapter; lang: Language; labels: LessonLabels; last: boolean;
  onChange: (chapter: PlannedChapter) => void;
  onRemove: () => void;
  onRemoveLesson: (at: LessonPlace) => void;
  onStep: (from: LessonPlace, by: 1 | -1) => void;
  /** Null: the drag ended. */
  onDrag: (from: LessonPlace | null) => void;
  onDrop: (to: LessonPlace) => void;
}

/** What a dragged lesson carries: nothing else is dropped here, such as a file. */
const dragType = 'application/x-lesson';

export function LessonChapter({ index, chapter, lang, labels, last, onChange, onRemove, onRemoveLesson, onStep, onDrag, onDrop }: LessonChapterProps) {
  const { title, lessons } = chapter;
  const drop = (event: DragEvent, lesson: number) => {
    if (!isLesson(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onDrop({ chapter: index, lesson });
  };
  return (
    <fieldset className={styles.chapter} onDragOver={(event) => { if (isLesson(event)) event.preventDefault(); }} onDrop={(event) => drop(event, lessons.length)}>
      <legend>{labels.chapter} {index + 1}: <bdi>{title[lang]}</bdi></legend>
      <Names id={`chapter-${index}`} name={title} labels={labels} onChange={(next) => onChange({ ...chapter, title: next })} />
      <ol className={styles.list}>
        {lessons.map((lesson, at) => (
          <li key={lesson.file} id={lessonId(lesson.file)} className={styles.lesson} onDrop={(event) => drop(event, at)}>
            <Grip file={lesson.file} onDrag={(isDragged) => onDrag(isDragged ? { chapter: index, lesson: at } : null)} />
            <div className={styles.name}>
              <bdi>{lesson.name[lang]}</bdi>
              <Names id={lesson.file} name={lesson.name} labels={labels} onChange={(name) => onChange({ ...chapter, lessons: lessons.with(at, { ...lesson, name }) })} />
            </div>
            <Checkbox label={labels.free} name={`free-${lesson.file}`} checked={lesson.freePreview} onChange={(event) => onChange({ ...chapter, lessons: lessons.with(at, { ...lesson, freePreview: event.target.checked }) })} />
            <MoveButtons
              className={styles.moves} labels={labels} name={lesson.name[lang]} first={index === 0 && at === 0} last={last && at === lessons.length - 1}
              onMove={(by) => onStep({ chapter: index, lesson: at }, by)}
            >
              <button type="button" aria-label={`${labels.remove_lesson}: ${lesson.name[lang]}`} title={labels.remove_lesson} onClick={() => onRemoveLesson({ chapter: index, lesson: at })}>
                <Icon name="trash" size={18} />
              </button>
            </MoveButtons>
          </li>
        ))}
      </ol>
      {lessons.length === 0 && <p>{labels.no_lessons}</p>}
      {lessons.length === 0 && <Button id={removeChapterId(index)} className={styles.add} variant="quiet" size="small" icon="trash" onClick={onRemove}>{labels.remove_chapter}</Button>}
    </fieldset>
  );
}

const isLesson = (event: DragEvent): boolean => event.dataTransfer.types.includes(dragType);

/** The one part of a row that is dragged, so that its texts can be selected. */
function Grip({ file, onDrag }: { file: string; onDrag: (isDragged: boolean) => void }) {
  const begin = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData(dragType, file);
    onDrag(true);
  };
  return <span className={styles.grip} draggable="true" aria-hidden="true" onDragStart={begin} onDragEnd={() => onDrag(false)}><Icon name="menu" size={18} /></span>;
}

function Names({ id, name, labels, onChange }: { id: string; name: Localised; labels: LessonLabels; onChange: (name: Localised) => void }) {
  return (
    <details className={styles.names}>
      <summary>{labels.names}</summary>
      <div>
        {languages.map((lang) => (
          <Field key={lang} id={`${id}-${lang}`} name={`${id}-${lang}`} label={labels.languages[lang]} lang={lang} dir="auto" value={name[lang]} onChange={(event) => onChange({ ...name, [lang]: event.target.value })} />
        ))}
      </div>
    </details>
  );
}
