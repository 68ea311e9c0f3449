import { z } from 'zod';
import { language, timestamp } from '@/lib/shapes';

export const myCourses = z.array(
  z.strictObject({
    name: z.string().describe('Slug of the course.'),
    title: z.string(),
    description: z.string(),
    imageUrl: z.string(),
    productKey: z.string().nullable(),
    progress: z.strictObject({ played: z.int(), total: z.int() }),
    continue: z
      .strictObject({ lesson: z.string(), name: z.string(), positionSeconds: z.number(), updatedAt: timestamp })
      .nullable(),
  }),
);

export const courseProgress = z.strictObject({
  lessons: z.record(
    z.string(),
    z.strictObject({
      played: z.boolean(),
      positionSeconds: z.number(),
      watchedSeconds: z.number(),
      updatedAt: timestamp,
    }),
  ),
});

const attachment = z.strictObject({
  id: z.string(),
  name: z.string(),
  fileName: z.string(),
  type: z.string().describe('Media type of the download.'),
  bytes: z.int(),
  url: z.string().describe('Signed for this session, as long as a signed video URL; a plain URL for a free lesson.'),
});
export const attachmentList = z.array(attachment);

export const wholeVideo = z.strictObject({ headers: z.strictObject({ 'Content-Type': z.string() }), body: z.base64() });

export const startedAttempt = z.strictObject({ id: z.string(), quizId: z.string(), courseSlug: z.string() });
export const attemptState = z.strictObject({
  id: z.string(),
  quizId: z.string(),
  courseSlug: z.string(),
  answered: z.int().describe('Number of answered questions.'),
  ended: z.boolean(),
});

export const offlineLesson = z.strictObject({
  courseSlug: z.string(),
  courseTitle: z.string(),
  lesson: z.string(),
  name: z.string(),
  quality: z.enum(['240p', 'audio']),
  video: z.string().describe('Version of the video. Parts of another version do not fit.'),
  url: z.string().describe('Signed URL of the file that contains all parts. Request them with `Range`.'),
  parts: z.array(z.strictObject({ offset: z.int(), bytes: z.int() })),
  bytes: z.int().describe('Total size of all parts.'),
  playlist: z.string().describe('The media playlist, which names every part `part.mp4`.'),
  durationSeconds: z.number(),
  positionSeconds: z.number(),
  watermark: z.string().nullable(),
  spokenLanguage: language.nullable().describe('Null if there is no voice-over.'),
  captions: z.array(z.strictObject({ lang: language, label: z.string(), vtt: z.string() })),
  answeredAt: timestamp,
  endsAt: timestamp.describe('The device must remove the lesson at this time.'),
});

export const openLessons = z.strictObject({
  answeredAt: timestamp,
  lessons: z.array(z.strictObject({ courseSlug: z.string(), lesson: z.string(), positionSeconds: z.number() })),
});
