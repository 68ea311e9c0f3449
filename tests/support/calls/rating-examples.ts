import { db } from '@/lib/database/client';
import { completeCourse, courseName, world, type CallInput } from './call-world';

const createWaiting = async () =>
  (await db()).courseRating.create({
    data: {
      userId: world.learner.userId,
      courseSlug: courseName,
      stars: 4,
      text: 'Clear',
      status: 'waiting',
      changedAt: new Date(),
    },
    select: { id: true, changedAt: true },
  });

export const ratingExamples: Record<string, () => Promise<CallInput>> = {
  'POST /api/user/[userId]/rating/[courseName]': async () => {
    await completeCourse();
    return { body: { stars: 4, text: 'Clear and short' } };
  },
  'GET /api/admin/ratings': async () => {
    await createWaiting();
    return {};
  },
  'PUT /api/admin/ratings/[id]': async () => {
    const { id, changedAt } = await createWaiting();
    return { params: { id }, body: { status: 'published', answer: 'Thank you', changedAt: changedAt.toISOString() } };
  },
};
