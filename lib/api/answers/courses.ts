import { z } from 'zod';
import { language, timestamp } from '@/lib/shapes';

export const myCourses = z.array(
  z.strictObject({
    name: z.string().describe('The slug.'),
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
  type: z.string().describe('The media type it is sent with.'),
  bytes: z.int(),
  url: z.string().describe('For this session, as long as a signed address of a video.'),
});
export const attachmentList = z.array(attachment);

export const wholeVideo = z.strictObject({ headers: z.strictObject({ 'Content-Type': z.string() }), body: z.base64() });

export const startedAttempt = z.strictObject({ id: z.string(), quizId: z.string(), courseSlug: z.string() });
export const attemptState = z.strictObject({
  id: z.string(),
  quizId: z.string(),
  courseSlug: z.string(),
  answered: z.int().describe('Questions that have an answer.'),
  ended: z.boolean(),
});

export const offlineLesson = z.strictObject({
  courseSlug: z.string(),
  courseTitle: z.string(),
  lesson: z.string(),
  name: z.string(),
  quality: z.enum(['240p', 'audio']),
  video: z.string().describe('The version of the video: parts of another one do not fit.'),
  url: z.string().describe('The signed address of the file that holds every part; asked for with `Range`.'),
  parts: z.array(z.strictObject({ offset: z.int(), bytes: z.int() })),
  bytes: z.int().describe('Of all parts.'),
  playlist: z.string().describe('The media playlist; every part is named `part.mp4`.'),
  durationSeconds: z.number(),
  positionSeconds: z.number(),
  watermark: z.string().nullable(),
  spokenLanguage: language.nullable().describe('Null where nobody speaks.'),
  captions: z.array(z.strictObject({ lang: language, label: z.string(), vtt: z.string() })),
  answeredAt: timestamp,
  endsAt: timestamp.describe('The device removes the lesson then.'),
});

export const openLessons = z.strictObject({
  answeredAt: timestamp,
  lessons: z.array(z.strictObject({ courseSlug: z.string(), lesson: z.string(), positionSeconds: z.number() })),
});
