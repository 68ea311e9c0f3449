import { offlineLesson } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { describeOfflineLesson, offlineQuerySchema } from '@/lib/lessons/playback/offline-lesson';

export const GET = handler(
  {
    id: 'getOfflineLesson',
    tag: 'Courses',
    summary: "Describe a lesson's download for offline use",
    description: 'Counts as watching the lesson.',
    access: 'sameUserOrAdmin',
    requires: 'purchased',
    answers: { 200: offlineLesson },
    query: offlineQuerySchema,
  },
  async ({ request, actor, lang, query, params: { userId = '', courseName = '', lesson = '' } }) =>
    describeOfflineLesson({
      actor,
      userId,
      courseSlug: courseName,
      lesson,
      lang,
      now: now(),
      isHead: request.method === 'HEAD',
      ...query,
    }),
);
