import { z } from 'zod';
import { dayMs } from '@/lib/clock';
import { readSiteConfig } from '@/lib/content/read';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findLesson } from '@/lib/courses/catalogue/course';
import { readProgress } from '@/lib/courses/progress/progress';
import { type Language, traitsOf } from '@/lib/language';
import { findVideoFiles, keyOf, readMedia, type VideoFiles, videoVersion } from '@/lib/lessons/video-files';
import { notFound } from '@/lib/problem';
import { spokenLanguageOf, watermarkOf } from './describe-video';
import { type ByteRange, readByteRanges, rewriteMediaPlaylist } from './hls-playlist';
import { authorizeUnsigned, recordAccess, signedStreamUrl, type WatchRequest } from './playback-access';

export const offlineQualities = ['240p', 'audio'] as const;
export const offlineQuerySchema = z.object({ quality: z.enum(offlineQualities) });

/** A device deletes a lesson after this time (row N18). */
const offlineDays = 30;
export interface OfflineLesson {
  courseSlug: string;
  courseTitle: string;
  lesson: string;
  name: string;
  quality: (typeof offlineQualities)[number];
  /** Version of the video. Parts of different versions cannot be combined. */
  video: string;
  url: string;
  parts: ByteRange[];
  bytes: number;
  playlist: string;
  durationSeconds: number;
  positionSeconds: number;
  watermark: string | null;
  spokenLanguage: Language | null;
  captions: Array<{ lang: Language; label: string; vtt: string }>;
  answeredAt: Date;
  endsAt: Date;
}

interface OfflineLessonInput extends WatchRequest {
  quality: OfflineLesson['quality'];
  lang: Language;
}

/** A download counts as watching (rows N18, P7). @throws Problem 401, 403, 404 `video-missing` without this quality */
export async function describeOfflineLesson({ quality, lang, ...watch }: OfflineLessonInput): Promise<OfflineLesson> {
  const { courseSlug, now } = watch;
  const { actor, lesson } = await authorizeUnsigned(watch);
  const files = await findVideoFiles(courseSlug, lesson.file);
  const rendition = files?.manifest?.renditions.find(({ name }) => name === quality);
  const source = files && rendition && (await readMedia(keyOf(files, rendition.playlist)));
  if (!files?.manifest || !rendition || !source) throw notFound('video-missing');
  if (!watch.isHead) await recordAccess(actor, courseSlug, lesson, now);
  const [course, progress, site] = await Promise.all([
    findCourse(courseSlug, lang),
    readProgress({ userId: actor.userId, courseSlug }),
    readSiteConfig(),
  ]);
  const video = videoVersion(files);
  const parts = readByteRanges(String(source));
  return {
    courseSlug,
    lesson: lesson.file,
    quality,
    video,
    parts,
    courseTitle: course?.title ?? courseSlug,
    name: (course && findLesson(course, lesson.file)?.name) ?? lesson.name,
    url: signedStreamUrl(
      {
        userId: actor.userId,
        sessionId: actor.sessionId,
        courseSlug,
        lesson: lesson.file,
        file: rendition.file,
        video,
      },
      now,
    ),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    playlist: rewriteMediaPlaylist(String(source), 'part.mp4'),
    durationSeconds: files.manifest.durationSeconds,
    positionSeconds: progress.lessons[lesson.file]?.positionSeconds ?? 0,
    watermark: site?.player?.watermark !== false && actor.email ? watermarkOf(actor.email) : null,
    spokenLanguage: course && spokenLanguageOf(course),
    captions: await readCaptionFiles(files),
    answeredAt: now,
    endsAt: new Date(now.getTime() + offlineDays * dayMs),
  };
}

async function readCaptionFiles(files: VideoFiles): Promise<OfflineLesson['captions']> {
  const tracks = files.manifest?.captions ?? [];
  const read = await Promise.all(
    tracks.map(async ({ lang, file }) => ({
      lang,
      label: traitsOf(lang).name,
      vtt: String((await readMedia(keyOf(files, file))) ?? ''),
    })),
  );
  return read.filter(({ vtt }) => vtt !== '');
}
