import { courseProgress } from '@/lib/api/answers/courses';
import { handler, type Operation } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { findProgress, progressSchema, reportProgress } from '@/lib/courses/progress/report-progress';

const reportHandler = (operation: Pick<Operation, 'id' | 'summary'>) =>
  handler(
    {
      ...operation,
      tag: 'Courses',
      access: 'sameUserOrAdmin',
      requires: 'purchased',
      answers: { 200: courseProgress },
      body: progressSchema,
      example: { body: { lesson: '01-welcome.mp4', positionSeconds: 3, played: true, watched: [[0, 3]] } },
    },
    async ({ actor, params: { userId = '', courseName = '' }, body, lang }) =>
      reportProgress({ actor, userId, courseSlug: courseName, report: body, lang, now: now() }),
  );

export const GET = handler(
  {
    id: 'getProgress',
    tag: 'Courses',
    summary: 'Progress in a course',
    access: 'sameUserOrAdmin',
    requires: 'purchased',
    answers: { 200: courseProgress },
  },
  async ({ actor, params: { userId = '', courseName = '' } }) =>
    findProgress({ actor, userId, courseSlug: courseName }),
);

export const PUT = reportHandler({ id: 'saveProgress', summary: 'Report progress in a lesson' });

/** Does the same as PUT. Beacons need it, because they can only send POST (docs/api.md). */
export const POST = reportHandler({ id: 'reportProgress', summary: 'Report progress in a lesson with a beacon' });
