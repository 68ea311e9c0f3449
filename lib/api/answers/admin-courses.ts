import { z } from 'zod';
import { quizContentSchema, quizPurposes } from '@/lib/content/quiz-schema';
import { courseLevels } from '@/lib/content/schema';
import { localised as localisedShape } from '@/lib/schemas';
import { language, localised, timestamp } from '@/lib/shapes';

const content = z.array(z.strictObject({ content: z.string() }));
const courseText = z.strictObject({
  title: z.string(),
  summary: z.string(),
  htmlContent: z.string(),
  imageUrl: z.string().optional(),
  imageAlt: z.string().optional(),
  meta: z.record(z.string(), z.string()).optional(),
  courseInfo: z.strictObject({
    createdBy: z.string(),
    whatYouWillLearn: content,
    courseInclude: z.array(z.strictObject({ title: z.string(), details: content })),
    prerequisites: content,
    faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
  }),
});

export const adminCourse = z.strictObject({
  slug: z.string(),
  published: z.boolean(),
  editedHere: z.boolean(),
  madeHere: z.boolean().describe('True if no content file defines it.'),
  level: z.enum(courseLevels).nullable(),
  spokenLanguage: language,
  voice: z.boolean().describe('False if there is no voice-over; the language is then that of the text on screen.'),
  textVersion: z.string(),
  planVersion: z.string(),
  texts: localisedShape(courseText),
  chapters: z.array(
    z.strictObject({
      title: localised,
      lessons: z.array(
        z.strictObject({ file: z.string(), name: localised, freePreview: z.boolean(), durationSeconds: z.number() }),
      ),
    }),
  ),
});
export const captionLanguages = z.strictObject({ file: z.string(), languages: z.array(language) });

export const upload = z.strictObject({
  uploadId: z.string(),
  courseSlug: z.string(),
  file: z.string(),
  name: localised,
  chapter: z.int(),
  freePreview: z.boolean(),
  sizeBytes: z.int(),
  receivedBytes: z.int(),
  status: z.enum(['receiving', 'waiting', 'processing', 'done', 'failed']),
  step: z.string().nullable(),
  share: z.number(),
  error: z.string().nullable(),
  createdAt: timestamp,
  errorText: z.string().nullable().describe("Explanation of `error` and its remedy, in the caller's language."),
  notices: z
    .array(z.strictObject({ code: z.string(), text: z.string() }))
    .describe('Changes made to the video, and points to check.'),
});
export const uploadList = z.array(upload);

export const adminAttachment = z.strictObject({
  id: z.string(),
  lesson: z.string(),
  name: localised,
  fileName: z.string(),
  bytes: z.int().nullable().describe('Null if the file is missing.'),
  fromFiles: z.boolean().describe('True if the course file lists it; change it there.'),
});
export const adminAttachmentList = z.array(adminAttachment);

export const adminQuiz = z.strictObject({
  id: z.string(),
  purpose: z.enum(quizPurposes),
  lesson: z.string().nullable(),
  published: z.boolean(),
  neededForCertificate: z.boolean(),
  version: z.string(),
  editedHere: z.boolean(),
  madeHere: z.boolean().describe('True if no content file defines it.'),
  ...quizContentSchema.shape,
});
