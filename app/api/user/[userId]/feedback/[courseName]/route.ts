import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { feedbackSchema, giveFeedback } from '@/lib/courses/feedback';
import { identified } from '@/lib/shapes';

export const POST = handler(
  {
    id: 'sendFeedback',
    tag: 'Courses',
    summary: 'Send private feedback on a course',
    access: 'sameUserOrAdmin',
    requires: 'purchased',
    answers: { 201: identified },
    body: feedbackSchema,
    form: { next: (answer, lang) => pageOf(answer, lang), back: '/course' },
    example: { body: { rating: 4, answers: { helped: 'x' } } },
  },
  async ({ actor, params: { userId = '', courseName = '' }, body, isForm }) => {
    const { id } = await giveFeedback({ actor, userId, courseSlug: courseName, feedback: body, now: now() });
    return isForm ? { courseName } : Response.json({ id }, { status: 201, headers: { 'cache-control': 'no-store' } });
  },
);

const pageOf = (answer: unknown, lang: string) =>
  `/${lang}/course/${encodeURIComponent((answer as { courseName: string }).courseName)}/feedback?sent=1`;
