import { wholeVideo as wholeVideoAnswer } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { readWholeVideo, wholeVideoSchema } from '@/lib/lessons/playback/stream';

export const POST = handler(
  {
    id: 'getVideo',
    tag: 'Courses',
    summary: 'A whole video as JSON, up to 8 MiB',
    access: 'sameUserOrAdmin',
    requires: 'purchased',
    answers: { 200: wholeVideoAnswer },
    body: wholeVideoSchema,
    example: { body: { courseName: 'nextjs-from-zero', path: 'nextjs-from-zero\\part\\01-welcome.mp4' } },
  },
  async ({ actor, params: { userId = '' }, body }) => readWholeVideo({ actor, userId, ...body, now: now() }),
);
