import type { VideoView } from '@/lib/video/playback/describe-video';
import { JsonLd } from './json-ld';
import { absoluteUrl } from './site-address';

interface Props { video: VideoView; name: string; description: string; lang: string; spokenLanguage: string }

/** The free lesson's video, which anyone may watch on this page. Search engines want a picture and a date, or nothing. */
export function VideoData({ video, name, description, lang, spokenLanguage }: Props) {
  const source = video.sources.find(({ type }) => type.startsWith('video/mp4')) ?? video.sources[0];
  if (!source || !video.poster || !video.madeAt) return null;
  const transcript = video.captions.find((each) => each.lang === lang)?.cues.map(({ text }) => text).join(' ');
  return (
    <JsonLd
      data={{
        '@type': 'VideoObject', name, description, inLanguage: spokenLanguage, uploadDate: video.madeAt,
        thumbnailUrl: absoluteUrl(video.poster), contentUrl: absoluteUrl(source.url), duration: `PT${Math.round(video.durationSeconds)}S`,
        isAccessibleForFree: true, ...(transcript ? { transcript } : {}),
      }}
    />
  );
}
