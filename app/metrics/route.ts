import { assertBearer } from '@/lib/api/assert-bearer';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { metricsText, metricsType } from '@/lib/doctor/metrics';

export const dynamic = 'force-dynamic';

export const GET = handler({ access: 'anyone', answers: { 200: 'text/plain' } }, async ({ request }) => {
  assertBearer(request, config().metricsToken);
  return new Response(await metricsText(now()), { headers: { 'content-type': metricsType, 'cache-control': 'no-store' } });
});
