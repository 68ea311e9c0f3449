import { z } from 'zod';
import { localised, timestamp, timestampOrNull } from '@/lib/shapes';

export const note = z.strictObject({
  id: z.string(),
  positionSeconds: z.int(),
  text: z.string(),
  url: z.string().describe('Address of the lesson at that second.'),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export const lessonNotes = z.array(note);
export const noteList = z.array(
  note.extend({ courseSlug: z.string(), courseTitle: z.string(), lesson: z.string(), lessonName: z.string() }),
);

const written = {
  id: z.string(),
  author: z.string().nullable(),
  byTeam: z.boolean(),
  own: z.boolean(),
  text: z.string(),
  createdAt: timestamp,
  edited: z.boolean(),
  hiddenWhy: z.string().nullable(),
};
const question = z.strictObject({ ...written, answerCount: z.int(), answered: z.boolean() });
const page = { page: z.int(), hasNext: z.boolean() };
export const questionPage = z.strictObject({ rows: z.array(question), ...page });
export const questionThread = z.strictObject({
  question,
  mayAccept: z.boolean(),
  answers: z.array(z.strictObject({ ...written, accepted: z.boolean() })),
  ...page,
});

export const writtenTexts = z.array(
  z.strictObject({
    kind: z.enum(['question', 'answer']),
    id: z.string(),
    questionId: z.string(),
    courseSlug: z.string(),
    courseTitle: localised.nullable(),
    lesson: z.string(),
    userId: z.string().nullable(),
    author: z.string().nullable(),
    text: z.string(),
    createdAt: timestamp,
    hiddenAt: timestampOrNull,
    hiddenWhy: z.string().nullable(),
  }),
);
