import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { wholeVideo, wholeVideoSchema } from '@/lib/video/playback/whole-video';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', body: wholeVideoSchema }, async ({ actor, params: { userId = '' }, body }) =>
    wholeVideo({ actor, userId, ...body, now: now() })),
});
