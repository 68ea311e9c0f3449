import { now } from '@/lib/clock';
import { wholeVideo as wholeVideoAnswer } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { wholeVideo, wholeVideoSchema } from '@/lib/video/playback/whole-video';

export const POST = handler({ access: 'self', answers: { 200: wholeVideoAnswer }, body: wholeVideoSchema }, async ({ actor, params: { userId = '' }, body }) =>
  wholeVideo({ actor, userId, ...body, now: now() }));
