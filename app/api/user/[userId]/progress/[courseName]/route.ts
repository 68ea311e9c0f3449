import { assertSelf } from '@/lib/actor';
import { now } from '@/lib/clock';
import { progressOf, progressSchema, reportProgress } from '@/lib/courses/progress/report-progress';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

const report = handler({ access: 'self', body: progressSchema }, async ({ actor, params: { userId = '', courseName = '' }, body, lang }) => {
  assertSelf(actor, userId);
  return reportProgress({ actor, userId, courseSlug: courseName, report: body, lang, now: now() });
});

/** A beacon can only POST; it means the same as PUT (api.md). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'self' }, async ({ actor, params: { userId = '', courseName = '' } }) => {
    assertSelf(actor, userId);
    return progressOf({ actor, userId, courseSlug: courseName });
  }),
  PUT: report,
  POST: report,
});
