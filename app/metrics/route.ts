import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { metricsText, metricsType } from '@/lib/doctor/metrics';
import { answerProblem } from '@/lib/api/answer-problem';
import { languageOf } from '@/lib/api/request-language';
import { unauthorized } from '@/lib/problem';
import { safeEqual } from '@/lib/config/secrets';
import { methods } from '@/lib/api/methods';

export const dynamic = 'force-dynamic';
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: get });

async function get(request: Request): Promise<Response> {
  const token = config().metricsToken;
  const shown = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token || !shown || !safeEqual(shown, token)) return answerProblem(unauthorized(), languageOf(request, false), request);
  return new Response(await metricsText(now()), { headers: { 'content-type': metricsType, 'cache-control': 'no-store' } });
}
