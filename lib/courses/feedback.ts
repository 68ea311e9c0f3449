import 'server-only';
import { z } from 'zod';
import { assertOwner, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { defaultLanguage } from '@/lib/language';
import { forbidden, notFound } from '@/lib/problem';
import { findCourse, hasCourse } from '@/lib/courses/catalogue/catalogue';

const answer = z.string().trim().max(2000, 'too_long');

/** Row L5: what the feedback form sends; from a form without scripts `rating` comes as text. 0 or empty is no rating (L6). */
export const feedbackSchema = z.object({
  rating: z.preprocess((given) => (given === '' || given === null || given === undefined ? 0 : typeof given === 'string' ? Number(given) : given),
    z.number('rating_invalid').int('rating_invalid').min(0, 'rating_invalid').max(5, 'rating_invalid')).default(0),
  answers: z.record(z.string().max(60), answer).default({}),
});

/** Row L5: stores a learner's rating and answers, which nobody gives for somebody else. @throws Problem 401, 403, 404 */
export async function giveFeedback(
  { actor, userId, courseSlug, feedback, now }: { actor: MaybeActor; userId: string; courseSlug: string; feedback: z.infer<typeof feedbackSchema>; now: Date },
): Promise<{ id: string }> {
  assertOwner(actor, userId);
  if (!(await findCourse(courseSlug, defaultLanguage))) throw notFound();
  if (!(await hasCourse({ actor, courseSlug }))) throw forbidden('not-purchased');
  const client = await db();
  return client.feedback.create({ data: { userId, courseSlug, rating: feedback.rating, answers: feedback.answers, createdAt: now }, select: { id: true } });
}
