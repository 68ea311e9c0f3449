import { isLearner } from '@/lib/actor';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/language';
import { shownSessionOf } from '@/lib/auth/sessions/actor-of';
import { sessionCookies } from '@/lib/auth/sessions/cookies';
import { deviceOf } from '@/lib/auth/sessions/device';
import { openConfirmationLink } from '@/lib/auth/open-confirmation-link';

export const GET = handler({ access: 'public', answers: { 303: null }, changingGet: true, origin: 'not-foreign' }, async ({ request, actor }) => {
  const time = now();
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const opened = await openConfirmationLink({ token, shown: await shownSessionOf(request), device: deviceOf(request.headers), now: time });
  const lang = opened?.lang ?? pageLanguageOf(request);
  // A signed-in learner reads the notice in the account, a visitor on the login page.
  const page = opened?.isOwn || isLearner(actor) ? 'profile/security' : 'login';
  const location = `/${lang}/${page}?notice=${opened ? 'email-confirmed' : 'link-used'}`;
  const headers = new Headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  if (opened?.session) for (const cookie of await sessionCookies(opened.session, time)) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
});
