import { type CourseQuery, readFormError } from '@/components/lesson/page-segments';
import { ClientMessages } from '@/components/messages/client-messages';
import { now } from '@/lib/clock';
import { isEnabled } from '@/lib/content/enabled-features';
import { type Lesson, lessonPath } from '@/lib/courses/catalogue/course';
import { findProgress } from '@/lib/courses/progress/report-progress';
import { positionText } from '@/lib/i18n/formats';
import { readSizeUnits } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { hasAttachments, listAttachments } from '@/lib/lessons/attachments';
import { listLessonNotes } from '@/lib/lessons/notes';
import type { VideoView } from '@/lib/lessons/playback/describe-video';
import { offlineQualities } from '@/lib/lessons/playback/offline-lesson';
import { listQuestions, readThread } from '@/lib/lessons/questions/list-questions';
import type { Actor } from '@/lib/permissions';
import { Problem } from '@/lib/problem';
import type {
  AttachmentsInitial,
  DownloadChoice,
  LessonPlace,
  NotesInitial,
  QuestionsInitial,
  QuestionsView,
} from './section-data';
import { SectionFrame, type SectionTab } from './section-frame';

interface Props {
  actor: Actor;
  lang: Language;
  courseSlug: string;
  lesson: Lesson;
  query: CourseQuery;
  video: Pick<VideoView, 'renditions'> | null;
}

/** Reads only the section in the URL. The browser loads the others when the learner opens them. */
export async function LessonSections({ actor, lang, courseSlug, lesson, query, video }: Props) {
  const [hasNotes, hasQuestions, isOffline] = await Promise.all([
    isEnabled('notes'),
    isEnabled('lessonQuestions'),
    isEnabled('offline'),
  ]);
  const downloads = isOffline ? downloadChoices(video) : [];
  const place: LessonPlace = {
    userId: actor.userId,
    courseSlug,
    lesson: lesson.file,
    lang,
    path: lessonPath(lang, courseSlug, lesson.file),
  };
  const tabs: SectionTab[] = [];
  if (hasNotes) tabs.push({ name: 'notes', icon: 'pencil' });
  if (hasQuestions) tabs.push({ name: 'questions', icon: 'users' });
  if (await hasAttachments(place)) tabs.push({ name: 'attachments', icon: 'file' });
  if (downloads.length > 0) tabs.push({ name: 'offline', icon: 'download' });
  if (tabs.length === 0) return null;
  const opened = tabs.find(({ name }) => name === query.section)?.name ?? null;
  return (
    <ClientMessages lang={lang} namespaces={['sections', ...tabs.map(({ name }) => name)]}>
      <SectionFrame
        place={place}
        tabs={tabs}
        opened={opened}
        units={await readSizeUnits(lang)}
        downloads={downloads}
        initial={{
          ...(opened === 'notes' ? { notes: await readNotes({ actor, place, query }) } : {}),
          ...(opened === 'questions' ? { questions: await readQuestions({ actor, place, query }) } : {}),
          ...(opened === 'attachments' ? { attachments: await readAttachments({ actor, place }) } : {}),
        }}
      />
    </ClientMessages>
  );
}

async function readNotes({
  actor,
  place,
  query,
}: {
  actor: Actor;
  place: LessonPlace;
  query: CourseQuery;
}): Promise<NotesInitial> {
  const { courseSlug, lesson, lang } = place;
  const [notes, progress, failed] = await Promise.all([
    listLessonNotes({ actor, userId: actor.userId, courseSlug, lesson, lang }),
    findProgress({ actor, userId: actor.userId, courseSlug }),
    readFormError(query.error, lang),
  ]);
  const atSeconds = query.t ?? progress.lessons[lesson]?.positionSeconds ?? 0;
  return {
    notes: notes.map(({ id, positionSeconds, text, url }) => ({ id, positionSeconds, text, url })),
    typed: {
      positionSeconds: failed?.typed.positionSeconds ?? positionText(atSeconds),
      text: failed?.typed.text ?? '',
    },
    error: failed?.text ?? '',
  };
}

interface SectionContext {
  actor: Actor;
  place: LessonPlace;
  query: CourseQuery;
}

async function readQuestions({ actor, place, query }: SectionContext): Promise<QuestionsInitial> {
  const [view, failed] = await Promise.all([readView({ actor, place, query }), readFormError(query.error, place.lang)]);
  return {
    view: JSON.parse(JSON.stringify(view)) as QuestionsView,
    typed: failed?.typed.text ?? '',
    error: failed?.text ?? '',
  };
}

async function readView({ actor, place: { courseSlug, lesson }, query: { question, page = 1 } }: SectionContext) {
  if (!question) return { list: await listQuestions({ actor, courseSlug, lesson, page }) };
  return readThread({ actor, questionId: question, page }).then(
    (thread) => ({ thread }),
    (error: unknown) => {
      if (error instanceof Problem && error.status === 404) return { missing: true };
      throw error;
    },
  );
}

async function readAttachments({
  actor,
  place: { courseSlug, lesson, lang },
}: {
  actor: Actor;
  place: LessonPlace;
}): Promise<AttachmentsInitial> {
  return { attachments: await listAttachments(actor, { courseSlug, lesson }, { lang, now: now() }) };
}

const downloadChoices = (video: Pick<VideoView, 'renditions'> | null): DownloadChoice[] =>
  offlineQualities.flatMap((quality) => {
    const rendition = video?.renditions.find(({ name }) => name === quality);
    return rendition ? [{ quality, bytes: rendition.bytes }] : [];
  });
