import { markPageDegraded } from '@/lib/cache/page-context';
import type { Course, Lesson } from '@/lib/courses/catalogue/course';
import { type Language, traitsOf } from '@/lib/language';
import { type Cue, parseVtt } from '@/lib/lessons/captions/vtt';
import type { Rendition } from '@/lib/lessons/manifest';
import {
  findMedia,
  findVideoFiles,
  keyOf,
  listVideoSources,
  readMedia,
  type VideoFiles,
} from '@/lib/lessons/video-files';
import { Problem } from '@/lib/problem';
import { previewUrl } from './stream';

export interface CaptionsView {
  lang: Language;
  label: string;
  url: string;
  cues: Cue[];
}

export interface ThumbnailsView {
  url: string;
  everySeconds: number;
  columns: number;
  rows: number;
  width: number;
  height: number;
}

export interface VideoView {
  sources: Array<{ url: string; type: string }>;
  poster: string | null;
  thumbnails: ThumbnailsView | null;
  captions: CaptionsView[];
  renditions: Array<Pick<Rendition, 'name' | 'height' | 'bytes'>>;
  durationSeconds: number;
  madeAt: string | null;
}

export type LessonView = VideoView & {
  userId: string | null;
  courseSlug: string;
  courseTitle: string;
  file: string;
  name: string;
  resumeSeconds: number;
  playlistUrl: string;
  spokenLanguage: Language | null;
  /** Drifts over the picture; null if switched off. */
  watermark: string | null;
};

async function readCaptions(files: VideoFiles, urlOf: (file: string) => string): Promise<CaptionsView[]> {
  const found = await Promise.all(
    (files.manifest?.captions ?? []).map(async ({ lang, file }) => {
      const text = String((await readMedia(keyOf(files, file))) ?? '');
      return { lang, label: traitsOf(lang).name, url: urlOf(file), cues: parseVtt(text) ?? [] };
    }),
  );
  return found.filter((each) => each.cues.length > 0);
}

const fileUrl = (base: string) => (file: string) => `${base}?file=${encodeURIComponent(file)}`;

/** Returns null if the lesson has no video or the bucket is down. @param base URL to which `?file=` is added */
const describeVideo = (courseSlug: string, lesson: Lesson, base: string): Promise<VideoView | null> =>
  readVideo(courseSlug, lesson, base).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status !== 503) throw error;
    markPageDegraded();
    return null;
  });

async function readVideo(courseSlug: string, lesson: Lesson, base: string): Promise<VideoView | null> {
  const files = await findVideoFiles(courseSlug, lesson.file);
  if (!files) return null;
  const urlOf = fileUrl(base);
  const { manifest, video } = files;
  const sources = await listVideoSources(files);
  return {
    sources: sources.map(({ file, type }) => ({ url: file === video.file ? base : urlOf(file), type })),
    poster: manifest ? urlOf(manifest.poster) : null,
    thumbnails: manifest ? { ...manifest.thumbnails, url: urlOf(manifest.thumbnails.file) } : null,
    captions: await readCaptions(files, urlOf),
    renditions: (manifest?.renditions ?? []).map(({ name, height, bytes }) => ({ name, height, bytes })),
    durationSeconds: manifest?.durationSeconds ?? lesson.durationSeconds,
    madeAt: (await findMedia(keyOf(files, video.file)))?.modifiedAt.toISOString() ?? null,
  };
}

type CourseOfLesson = Pick<Course, 'slug' | 'title'> & {
  courseInfo: Pick<Course['courseInfo'], 'spokenLanguage' | 'voice'>;
};

export const spokenLanguageOf = ({ courseInfo: { voice, spokenLanguage } }: CourseOfLesson): Language | null =>
  voice ? spokenLanguage : null;

export async function describePreview(course: CourseOfLesson, lesson: Lesson): Promise<LessonView | null> {
  const base = previewUrl(course.slug, lesson.file);
  const video = await describeVideo(course.slug, lesson, base);
  return (
    video && {
      ...video,
      userId: null,
      watermark: null,
      courseSlug: course.slug,
      courseTitle: course.title,
      file: lesson.file,
      name: lesson.name,
      resumeSeconds: 0,
      playlistUrl: `${base}/playlist`,
      spokenLanguage: spokenLanguageOf(course),
    }
  );
}

interface DescribeLessonInput {
  userId: string;
  course: CourseOfLesson;
  lesson: Lesson;
  positionSeconds: number;
  watermark: string | null;
}

const nearEndSeconds = 5;

export async function describeLesson({
  userId,
  course,
  lesson,
  positionSeconds,
  watermark,
}: DescribeLessonInput): Promise<LessonView | null> {
  const user = encodeURIComponent(userId);
  const place = [course.slug, lesson.file].map(encodeURIComponent);
  const video = await describeVideo(course.slug, lesson, `/api/user/${user}/video/stream/${place.join('/')}`);
  if (!video) return null;
  const isOver = positionSeconds >= video.durationSeconds - nearEndSeconds;
  return {
    ...video,
    userId,
    watermark,
    courseSlug: course.slug,
    courseTitle: course.title,
    file: lesson.file,
    name: lesson.name,
    resumeSeconds: isOver || positionSeconds < 2 ? 0 : positionSeconds,
    playlistUrl: `/api/user/${user}/video/playlist/${place.join('~')}`,
    spokenLanguage: spokenLanguageOf(course),
  };
}

/** `mona@midan.example` → `mo•••@midan.example`: learners recognise their own address, which strangers cannot read. */
export const watermarkOf = (email: string): string => email.replace(/^(.{0,2})[^@]*/, '$1•••');
