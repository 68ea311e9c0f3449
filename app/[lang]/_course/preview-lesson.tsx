import { getTranslations } from 'next-intl/server';
import { VideoData } from '../_seo/video-data';
import { Icon } from '../_ui/icon';
import styles from './preview-lesson.module.css';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { lessonsOf } from '@/lib/courses/catalogue/course';
import { defaultLanguage, directionOf, internationalLanguage, type Language } from '@/lib/language';
import { describeVideo } from '@/lib/video/playback/describe-video';

/** The lesson that may be watched before buying, with its transcript in the page (rows C6, L9). Null without one. */
export async function PreviewLesson({ courseSlug, lang }: { courseSlug: string; lang: Language }) {
  const course = await findCourse(courseSlug, lang).catch(() => null);
  const lesson = course && lessonsOf(course).find((each) => each.freePreview);
  const video = lesson && (await describeVideo(courseSlug, lesson, `/api/preview/${encodeURIComponent(courseSlug)}/${encodeURIComponent(lesson.file)}`));
  if (!video) return null;
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const transcript = video.captions.find((each) => each.lang === lang) ?? video.captions.find((each) => each.lang === internationalLanguage) ?? video.captions[0];
  return (
    <figure id="free-lesson" className={styles.preview}>
      <VideoData video={video} name={lesson.name} description={`${course.title}: ${lesson.name}`} lang={lang} />
      <video className={styles.video} controls controlsList="nodownload" playsInline preload="none" poster={video.poster ?? undefined} width={1280} height={720} aria-label={lesson.name}>
        {video.sources.map((source) => <source key={source.url} src={source.url} type={source.type} />)}
        {video.captions.map((track) => (
          <track key={track.lang} kind="subtitles" src={track.url} srcLang={track.lang} label={track.label} default={lang !== defaultLanguage && track.lang === transcript?.lang} />
        ))}
      </video>
      <figcaption className={styles.caption}><Icon name="play" size={18} />{t('free_preview', { lesson: lesson.name })}</figcaption>
      {transcript && (
        <details className={styles.transcript}>
          <summary>{t('preview_transcript')}<Icon name="chevron" size={18} /></summary>
          <p lang={transcript.lang} dir={directionOf(transcript.lang)}>{transcript.cues.map((cue) => cue.text).join(' ')}</p>
        </details>
      )}
    </figure>
  );
}
