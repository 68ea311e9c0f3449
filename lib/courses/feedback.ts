import 'server-only';
import type { z } from 'zod';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { defaultLanguage } from '@/lib/language';
import { forbidden, notFound } from '@/lib/problem';
import { findCourse, hasCourse } from '@/lib/courses/catalogue/catalogue';
import type { feedbackSchema } from './schema';

/** Row L5: stores a learner's rating and answers. */
export async function giveFeedback(
  { actor, userId, courseSlug, feedback, now }: { actor: MaybeActor; userId: string; courseSlug: string; feedback: z.infer<typeof feedbackSchema>; now: Date },
): Promise<{ id: string }> {
  assertSelf(actor, userId);
  if (!(await findCourse(courseSlug, defaultLanguage))) throw notFound();
  if (!(await hasCourse({ actor, courseSlug }))) throw forbidden('not-purchased');
  const client = await db();
  return client.feedback.create({
    data: { userId, courseSlug, rating: feedback.rating, answers: feedback.answers, createdAt: now }, select: { id: true },
  });
}
