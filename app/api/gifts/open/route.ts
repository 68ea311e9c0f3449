import { openGift, openGiftSchema } from '@/lib/orders/gifts';
import { now } from '@/lib/clock';
import { openedGift } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';

function next(answer: unknown, lang: string): string {
  const [slug, ...others] = (answer as { courseSlugs: string[] }).courseSlugs;
  return slug === undefined || others.length > 0
    ? `/${lang}/profile/myCourses`
    : `/${lang}/course/${encodeURIComponent(slug)}`;
}

export const POST = handler(
  {
    id: 'openGift',
    tag: 'Payments',
    summary: 'Open a gift',
    description: 'By the token of its link: once, for whoever has it. The courses are open from then on.',
    access: 'learner',
    answers: { 200: openedGift },
    problems: [404, 409],
    body: openGiftSchema,
    form: { next, back: '/gift' },
    example: { body: { token: 'x' } },
  },
  ({ actor, body }) => openGift({ actor, token: body.token, now: now() }),
);
