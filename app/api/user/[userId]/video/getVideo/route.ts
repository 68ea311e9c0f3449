import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { wholeVideo, wholeVideoSchema } from '@/lib/media/whole-video';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', body: wholeVideoSchema }, async ({ actor, params: { userId = '' }, body }) =>
    wholeVideo({ actor, userId, ...body, now: now() })),
});
