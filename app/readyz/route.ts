import { failingPart } from '@/lib/doctor/readiness';
import { answerProblem } from '@/lib/api/answer-problem';
import { languageOf } from '@/lib/api/request-language';
import { Problem } from '@/lib/problem';
import { methods } from '@/lib/api/methods';

export const dynamic = 'force-dynamic';
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: get });

/** Not through `handler`: this must answer while the database does not. */
async function get(request: Request): Promise<Response> {
  const part = await failingPart();
  if (!part) return Response.json({ status: 'ready' }, { headers: { 'cache-control': 'no-store' } });
  const problem = new Problem(503, 'unavailable', { members: { part }, headers: { 'retry-after': '5' } });
  return answerProblem(problem, languageOf(request, false), request);
}
