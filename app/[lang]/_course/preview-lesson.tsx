import { getTranslations } from 'next-intl/server';
import { FilmData } from '../_seo/film-data';
import { Icon } from '../_ui/icon';
import styles from './preview-lesson.module.css';
import { findCourse } from '@/lib/courses/catalogue';
import { lessonsOf } from '@/lib/courses/course';
import { defaultLanguage, directionOf, internationalLanguage, type Language } from '@/lib/language';
import { describeFilm } from '@/lib/video/describe-lesson';

/** The lesson that may be watched before buying, with its transcript in the page (rows C6, L9). Null without one. */
export async function PreviewLesson({ courseSlug, lang }: { courseSlug: string; lang: Language }) {
  const course = await findCourse(courseSlug, lang).catch(() => null);
  const lesson = course && lessonsOf(course).find((each) => each.freePreview);
  const film = lesson && (await describeFilm(courseSlug, lesson, `/api/preview/${encodeURIComponent(courseSlug)}/${encodeURIComponent(lesson.file)}`));
  if (!film) return null;
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const words = film.captions.find((each) => each.lang === lang) ?? film.captions.find((each) => each.lang === internationalLanguage) ?? film.captions[0];
  return (
    <figure id="free-lesson" className={styles.preview}>
      <FilmData film={film} name={lesson.name} description={`${course.title}: ${lesson.name}`} lang={lang} />
      <video className={styles.video} controls controlsList="nodownload" playsInline preload="none" poster={film.poster ?? undefined} width={1280} height={720} aria-label={lesson.name}>
        {film.sources.map((source) => <source key={source.url} src={source.url} type={source.type} />)}
        {film.captions.map((track) => (
          <track key={track.lang} kind="subtitles" src={track.url} srcLang={track.lang} label={track.label} default={lang !== defaultLanguage && track.lang === words?.lang} />
        ))}
      </video>
      <figcaption className={styles.caption}><Icon name="play" size={18} />{t('free_preview', { lesson: lesson.name })}</figcaption>
      {words && (
        <details className={styles.transcript}>
          <summary>{t('preview_transcript')}<Icon name="chevron" size={18} /></summary>
          <p lang={words.lang} dir={directionOf(words.lang)}>{words.cues.map((cue) => cue.text).join(' ')}</p>
        </details>
      )}
    </figure>
  );
}
