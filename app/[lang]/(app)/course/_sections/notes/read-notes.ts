import { getTranslations } from 'next-intl/server';
import { formError } from '../form-error';
import type { CourseQuery } from '../../_lesson/segments';
import type { LessonPlace } from '../lesson-place';
import { noteLabelKeys, type NotesInitial, type NotesLabels } from './notes-labels';
import type { Actor } from '@/lib/actor';
import { positionText } from '@/lib/i18n/number-texts';
import { listLessonNotes } from '@/lib/courses/notes/notes';
import { progressOf } from '@/lib/courses/progress/report-progress';
import type { Language } from '@/lib/language';

export async function notesLabels(lang: Language): Promise<NotesLabels> {
  const t = await getTranslations({ locale: lang, namespace: 'notes' });
  return Object.fromEntries(noteLabelKeys.map((key) => [key, t(key)])) as NotesLabels;
}

/** For the page that opens with its notes, with what a form sent back without JavaScript had typed. */
export async function readNotes({ actor, place, query }: { actor: Actor; place: LessonPlace; query: CourseQuery }): Promise<NotesInitial> {
  const { courseSlug, lesson, lang } = place;
  const [notes, progress, failed] = await Promise.all([
    listLessonNotes({ actor, userId: actor.userId, courseSlug, lesson, lang }), progressOf({ actor, userId: actor.userId, courseSlug }), formError(query.error, lang),
  ]);
  const atSeconds = query.t ?? progress.lessons[lesson]?.positionSeconds ?? 0;
  return {
    notes: notes.map(({ id, positionSeconds, text, url }) => ({ id, positionSeconds, text, url })),
    typed: { positionSeconds: failed?.typed.positionSeconds ?? positionText(atSeconds), text: failed?.typed.text ?? '' },
    problem: failed?.text ?? '',
  };
}
