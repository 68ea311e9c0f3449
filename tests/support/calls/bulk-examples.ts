import { db } from '@/lib/database/client';
import { courseName, world, type CallInput } from './call-world';

/** Example bodies that each name an existing and a missing row. */
export const bulkExamples: Record<string, () => Promise<CallInput>> = {
  'POST /api/admin/bulk/ratings': async () => {
    const rating = {
      userId: world.learner.userId,
      courseSlug: courseName,
      stars: 4,
      text: 'Clear',
      status: 'waiting',
      changedAt: new Date(),
    } as const;
    const { id, changedAt } = await (
      await db()
    ).courseRating.create({ data: rating, select: { id: true, changedAt: true } });
    return { body: { action: 'published', rows: { [id]: changedAt.toISOString(), none: '' } } };
  },
  'POST /api/admin/bulk/enquiries': async () => {
    const { id } = await (
      await db()
    ).enquiry.create({
      data: { fullName: 'Mona Adel', email: 'mona@midan.example', phoneNumber: '01001234567', message: 'Hello there' },
      select: { id: true },
    });
    return { body: { action: 'handled', rows: { [id]: '', none: '' } } };
  },
  'POST /api/admin/bulk/articles': () => Promise.resolve({ body: { action: 'hide', rows: { none: '' } } }),
  'POST /api/admin/bulk/coupons': async () => {
    const { id } = await (await db()).coupon.create({ data: { code: 'TEN', percent: 10 }, select: { id: true } });
    return { body: { action: 'end', rows: { [id]: '', none: '' } } };
  },
  'POST /api/admin/bulk/pictures': () => Promise.resolve({ body: { action: 'remove', rows: { none: '' } } }),
};
