import { z } from 'zod';
import { timestamp } from './shapes';

export const myCourses = z.array(
  z.strictObject({
    name: z.string().describe('The slug.'), title: z.string(), description: z.string(), imageUrl: z.string(), productKey: z.string().nullable(),
    progress: z.strictObject({ played: z.int(), total: z.int() }),
    continue: z.strictObject({ lesson: z.string(), name: z.string(), positionSeconds: z.number(), updatedAt: timestamp }).nullable(),
  }),
);

export const courseProgress = z.strictObject({
  lessons: z.record(z.string(), z.strictObject({ played: z.boolean(), positionSeconds: z.number(), watchedSeconds: z.number(), updatedAt: timestamp })),
});

const attachment = z.strictObject({
  id: z.string(), name: z.string(), fileName: z.string(), type: z.string().describe('The media type it is sent with.'), bytes: z.int(), url: z.string().describe('For this session, as long as a signed address of a video.'),
});
export const attachmentList = z.array(attachment);

export const wholeVideo = z.strictObject({ headers: z.strictObject({ 'Content-Type': z.string() }), body: z.base64() });

export const startedAttempt = z.strictObject({ id: z.string(), quizId: z.string(), courseSlug: z.string() });
export const attemptState = z.strictObject({ id: z.string(), quizId: z.string(), courseSlug: z.string(), answered: z.int().describe('Questions that have an answer.'), ended: z.boolean() });
