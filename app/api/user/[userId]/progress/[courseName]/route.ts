import { now } from '@/lib/clock';
import { progressOf, progressSchema, reportProgress } from '@/lib/courses/progress/report-progress';
import { courseProgress } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';

const report = handler({ access: 'self', answers: { 200: courseProgress }, body: progressSchema }, async ({ actor, params: { userId = '', courseName = '' }, body, lang }) =>
  reportProgress({ actor, userId, courseSlug: courseName, report: body, lang, now: now() }));

export const GET = handler({ access: 'self', answers: { 200: courseProgress } }, async ({ actor, params: { userId = '', courseName = '' } }) =>
  progressOf({ actor, userId, courseSlug: courseName }));

/** A beacon can only POST; it means the same as PUT (docs/api.md). */
export { report as PUT, report as POST };
