import { z } from 'zod';
import { auditForOther } from '@/lib/accounts/audit';
import { findCourse, hasCourse } from '@/lib/courses/catalogue/catalogue';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { transaction } from '@/lib/database/client';
import { assertBelowStorageLimit, consumeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage } from '@/lib/language';
import { assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { forbidden, notFound } from '@/lib/problem';

const maxAnswers = 20;

const answer = z.string().trim().max(2000, 'too_long');

/** Forms without JavaScript send `rating` as text; 0 or empty means no rating (rows L5, L6). */
export const feedbackSchema = z.object({
  rating: z
    .preprocess(
      (given) =>
        given === '' || given === null || given === undefined ? 0 : typeof given === 'string' ? Number(given) : given,
      z.number('rating_invalid').int('rating_invalid').min(0, 'rating_invalid').max(5, 'rating_invalid'),
    )
    .default(0),
  answers: z
    .record(z.string().max(60), answer)
    .refine((answers) => Object.keys(answers).length <= maxAnswers, 'too_long')
    .default({}),
});

/** Admins may act for a learner who has the course. @throws Problem 401, 403, 404, 409 `too-many-stored`, 429 */
export async function giveFeedback({
  actor,
  userId,
  courseSlug,
  feedback,
  now,
}: {
  actor: MaybeActor;
  userId: string;
  courseSlug: string;
  feedback: z.infer<typeof feedbackSchema>;
  now: Date;
}): Promise<{ id: string }> {
  assertSameUserOrAdmin(actor, userId);
  if (!(await findCourse(courseSlug, defaultLanguage))) throw notFound();
  if (!(await hasCourse({ actor, courseSlug }))) throw forbidden('not-purchased');
  if (actor.userId !== userId && !(await isEnrolled({ userId, courseSlug }))) throw notFound();
  await consumeLimit('feedback-user', actor.userId, now);
  return transaction(async (tx) => {
    assertBelowStorageLimit('feedback-user', await tx.feedback.count({ where: { userId } }));
    await auditForOther(tx, { actor, userId, action: 'feedback.given', detail: { course: courseSlug } });
    return tx.feedback.create({
      data: { userId, courseSlug, rating: feedback.rating, answers: feedback.answers, createdAt: now },
      select: { id: true },
    });
  });
}
