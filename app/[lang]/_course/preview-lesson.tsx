import { getTranslations } from 'next-intl/server';
import { AttachmentList } from './attachment-list';
import { LessonPlayer } from '../_player/lesson-player';
import { playerLabels } from '../_player/player-labels';
import { VideoData } from '../_seo/video-data';
import { Icon } from '../_ui/icon';
import styles from './preview-lesson.module.css';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { lessonsOf } from '@/lib/courses/catalogue/course';
import { sizeUnits } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { listPreviewAttachments } from '@/lib/video/attachments/attachments';
import { describePreview } from '@/lib/video/playback/describe-video';

/** The lesson that may be watched before buying, with its transcript in the page (rows C6, L9, N2). Null without one. */
export async function PreviewLesson({ courseSlug, lang }: { courseSlug: string; lang: Language }) {
  const course = await findCourse(courseSlug, lang).catch(() => null);
  const lesson = course?.published && lessonsOf(course).find((each) => each.freePreview);
  const video = lesson && (await describePreview(course, lesson));
  if (!video) return null;
  const textsOf = (namespace: 'courses' | 'player' | 'attachments') => getTranslations({ locale: lang, namespace });
  const [t, player, files] = await Promise.all([textsOf('courses'), textsOf('player'), textsOf('attachments')]);
  const attachments = await listPreviewAttachments({ courseSlug, lesson: lesson.file }, lang).catch(() => []);
  return (
    <figure id="free-lesson" className={styles.preview}>
      <VideoData video={video} name={lesson.name} description={`${course.title}: ${lesson.name}`} lang={lang} spokenLanguage={course.courseInfo.spokenLanguage} />
      <figcaption className={styles.caption}><Icon name="play" size={18} />{t('free_preview', { lesson: lesson.name })}</figcaption>
      <LessonPlayer lesson={video} lang={lang} labels={playerLabels(player)} transcriptSummary={t('preview_transcript')} />
      {attachments.length > 0 && (
        <section aria-labelledby="free-files">
          <h2 id="free-files">{files('preview')}</h2>
          <AttachmentList attachments={attachments} lang={lang} units={await sizeUnits(lang)} download={files('download')} />
        </section>
      )}
    </figure>
  );
}
