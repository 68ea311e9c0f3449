import type { FilmView } from '@/lib/video/describe-lesson';
import { JsonLd } from './json-ld';
import { absoluteUrl } from './site-address';

interface Props { film: FilmView; name: string; description: string; lang: string }

/** The free lesson's film, which anyone may watch on this page. Search engines want a picture and a date, or nothing. */
export function FilmData({ film, name, description, lang }: Props) {
  const source = film.sources.find(({ type }) => type.startsWith('video/mp4')) ?? film.sources[0];
  if (!source || !film.poster || !film.madeAt) return null;
  const transcript = film.captions.find((each) => each.lang === lang)?.cues.map(({ text }) => text).join(' ');
  return (
    <JsonLd
      data={{
        '@type': 'VideoObject', name, description, inLanguage: lang, uploadDate: film.madeAt,
        thumbnailUrl: absoluteUrl(film.poster), contentUrl: absoluteUrl(source.url), duration: `PT${Math.round(film.durationSeconds)}S`,
        isAccessibleForFree: true, ...(transcript ? { transcript } : {}),
      }}
    />
  );
}
