import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { safeEqual } from '@/lib/config/secrets';
import { metricsText, metricsType } from '@/lib/doctor/metrics';
import { unauthorized } from '@/lib/problem';

export const dynamic = 'force-dynamic';

export const GET = handler({ access: 'anyone', answers: { 200: 'text/plain' } }, async ({ request }) => {
  const token = config().metricsToken;
  const shown = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token || !shown || !safeEqual(shown, token)) throw unauthorized();
  return new Response(await metricsText(now()), { headers: { 'content-type': metricsType, 'cache-control': 'no-store' } });
});
