import { getTranslations } from 'next-intl/server';
import type { CourseQuery } from '../_lesson/segments';
import { attachmentsLabels, readAttachments } from './attachments/read-attachments';
import type { LessonPlace } from './lesson-place';
import { notesLabels, readNotes } from './notes/read-notes';
import { downloadChoices, offlineLabels } from './offline/read-offline';
import { questionsLabels, readQuestions } from './questions/read-questions';
import { SectionFrame, type SectionTab } from './section-frame';
import type { Actor } from '@/lib/actor';
import { isOn } from '@/lib/content/capabilities';
import { lessonPath, type Lesson } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';
import { hasAttachments } from '@/lib/video/attachments/attachments';
import type { VideoView } from '@/lib/video/playback/describe-video';

interface Props { actor: Actor; lang: Language; courseSlug: string; lesson: Lesson; query: CourseQuery; /** Null without a video that may be watched. */ video: Pick<VideoView, 'renditions'> | null }

/** Everything of a lesson besides its video. Only the section that the address names is read here; the others are read when they are opened. */
export async function LessonSections({ actor, lang, courseSlug, lesson, query, video }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'sections' });
  const [hasNotes, hasQuestions, isOffline] = await Promise.all([isOn('notes'), isOn('lessonQuestions'), isOn('offline')]);
  const downloads = isOffline ? downloadChoices(video) : [];
  const place: LessonPlace = { userId: actor.userId, courseSlug, lesson: lesson.file, lang, path: lessonPath(lang, courseSlug, lesson.file) };
  const tabs: SectionTab[] = [];
  if (hasNotes) tabs.push({ name: 'notes', label: t('notes'), icon: 'pencil' });
  if (hasQuestions) tabs.push({ name: 'questions', label: t('questions'), icon: 'users' });
  if (await hasAttachments(place)) tabs.push({ name: 'attachments', label: t('attachments'), icon: 'file' });
  if (downloads.length > 0) tabs.push({ name: 'offline', label: t('offline'), icon: 'download' });
  if (tabs.length === 0) return null;
  const opened = tabs.find(({ name }) => name === query.section)?.name ?? null;
  return (
    <SectionFrame
      place={place} label={t('label')} tabs={tabs} opened={opened}
      labels={{ notes: await notesLabels(lang), questions: await questionsLabels(lang), attachments: await attachmentsLabels(lang), offline: await offlineLabels(lang) }}
      downloads={downloads}
      initial={{
        ...(opened === 'notes' ? { notes: await readNotes({ actor, place, query }) } : {}),
        ...(opened === 'questions' ? { questions: await readQuestions({ actor, place, query }) } : {}),
        ...(opened === 'attachments' ? { attachments: await readAttachments({ actor, place }) } : {}),
      }}
    />
  );
}
