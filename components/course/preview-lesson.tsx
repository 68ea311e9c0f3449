import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { LessonPlayer } from '@/components/player/lesson-player';
import { playerLabels, readPlayerLesson } from '@/components/player/player-lesson';
import { VideoData } from '@/components/seo/json-ld';
import { Icon } from '@/components/ui/icon';
import { bdi } from '@/components/ui/text/bdi';
import { markPageDegraded } from '@/lib/cache/page-context';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findFreeLesson, freeLessonsOf, freeLessonUrl } from '@/lib/courses/catalogue/course';
import { readSizeUnits } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { listPreviewAttachments } from '@/lib/lessons/attachments';
import { describePreview } from '@/lib/lessons/playback/describe-video';
import { log } from '@/lib/log';
import { AttachmentList } from './attachment-list';
import styles from './preview-lesson.module.css';

const findMissing =
  <Nothing,>(nothing: Nothing) =>
  (error: unknown): Nothing => {
    log.warn({ err: error }, 'Part of the free lesson could not be read and is left out');
    markPageDegraded();
    return nothing;
  };

interface Props {
  courseSlug: string;
  lang: Language;
  page: string;
  file: string | undefined;
}

export async function PreviewLesson({ courseSlug, lang, page, file }: Props) {
  const course = await findCourse(courseSlug, lang).catch(findMissing(null));
  const lesson = course?.published && findFreeLesson(course, file);
  const video = lesson && (await describePreview(course, lesson));
  if (!video) return null;
  const loadTexts = (namespace: 'courses' | 'player' | 'attachments') => getTranslations({ locale: lang, namespace });
  const free = freeLessonsOf(course);
  const [t, player, files] = await Promise.all([loadTexts('courses'), loadTexts('player'), loadTexts('attachments')]);
  const attachments = await listPreviewAttachments({ courseSlug, lesson: lesson.file }, lang).catch(findMissing([]));
  return (
    <section id="free-lesson" aria-labelledby="free-lesson-title" className={styles.preview}>
      <VideoData
        video={video}
        name={lesson.name}
        description={`${course.title}: ${lesson.name}`}
        lang={lang}
        spokenLanguage={course.courseInfo.spokenLanguage}
      />
      <p id="free-lesson-title" className={styles.caption}>
        <Icon name="play" size={18} />
        <span>{t.rich('free_preview', { lesson: lesson.name, bdi })}</span>
      </p>
      <LessonPlayer
        key={lesson.file}
        lesson={await readPlayerLesson(video, lang)}
        lang={lang}
        labels={playerLabels(player)}
        transcriptSummary={t('preview_transcript')}
      />
      {free.length > 1 && (
        <nav aria-labelledby="free-lessons">
          <h2 id="free-lessons">{t('free_lessons')}</h2>
          <ul className={styles.lessons}>
            {free.map((each) => (
              <li key={each.file}>
                <FreeLessonLink page={page} file={each.file} shown={lesson.file}>
                  {each.name}
                </FreeLessonLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {attachments.length > 0 && (
        <section aria-labelledby="free-files">
          <h2 id="free-files">{files('preview')}</h2>
          <AttachmentList
            attachments={attachments}
            lang={lang}
            units={await readSizeUnits(lang)}
            download={files('download')}
          />
        </section>
      )}
    </section>
  );
}

interface FreeLessonLinkProps {
  page: string;
  file: string;
  shown: string | undefined;
  children: ReactNode;
}

export const FreeLessonLink = ({ page, file, shown, children }: FreeLessonLinkProps) =>
  file === shown ? (
    <a href="#free-lesson" aria-current="true">
      {children}
    </a>
  ) : (
    <Link href={freeLessonUrl(page, file)} prefetch={false}>
      {children}
    </Link>
  );
