import { moderateRating, ratingChangeSchema } from '@/lib/admin/ratings';
import { adminRating } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const PUT = handler({ access: 'admin', answers: { 200: adminRating }, body: ratingChangeSchema }, async ({ actor, params: { id = '' }, body }) => moderateRating(actor, id, body));
