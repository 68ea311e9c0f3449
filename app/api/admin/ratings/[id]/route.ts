import { adminRating } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { moderateRating, ratingChangeSchema } from '@/lib/courses/admin/ratings';

export const PUT = handler(
  {
    id: 'moderateRating',
    tag: 'Administration',
    summary: 'Publish or hide a rating, with an optional answer',
    access: 'admin',
    answers: { 200: adminRating },
    problems: [409],
    body: ratingChangeSchema,
    example: { body: { status: 'published', answer: null, changedAt: '2026-01-01T00:00:00Z' } },
  },
  async ({ actor, params: { id = '' }, body }) => moderateRating(actor, id, body),
);
