import { openConfirmationLink } from '@/lib/accounts/confirm-email';
import { readExpiredSessionKey } from '@/lib/accounts/sessions/actor-of';
import { createSessionCookies } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/request';
import { now } from '@/lib/clock';
import { isLearner } from '@/lib/permissions';

export const GET = handler(
  {
    id: 'openEmailConfirmation',
    tag: 'Accounts',
    summary: 'Confirm an email address and open the site',
    access: 'public',
    answers: { 303: null },
    queryParameters: { token: 'token of the mailed link; works once, within 24 hours' },
    changingGet: true,
    origin: 'not-foreign',
    example: { query: '?token=x' },
  },
  async ({ request, actor }) => {
    const time = now();
    const token = new URL(request.url).searchParams.get('token') ?? '';
    const opened = await openConfirmationLink({
      token,
      browserSession: await readExpiredSessionKey(request),
      device: deviceOf(request.headers),
      now: time,
    });
    const lang = opened?.lang ?? pageLanguageOf(request);
    const page = opened?.isOwn || isLearner(actor) ? 'profile/security' : 'login';
    const isOther = opened !== null && isLearner(actor) && actor.userId !== opened.userId;
    const notice = isOther ? 'email-confirmed-other' : opened ? 'email-confirmed' : 'link-used';
    const location = `/${lang}/${page}?notice=${notice}`;
    const headers = new Headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    if (opened?.session)
      for (const cookie of await createSessionCookies(opened.session, time)) headers.append('set-cookie', cookie);
    return new Response(null, { status: 303, headers });
  },
);
