import 'server-only';
import { Problem } from '@/lib/problem';
import { answerProblem } from './answer-problem';
import type { RouteHandler } from './handler';
import { languageOf } from './request-language';

const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof known)[number];

/** Every export of a route file: the methods given, 405 with `Allow` for the others, and `OPTIONS`, which Next would answer with all that are exported. */
export function methods(given: Partial<Record<Method, RouteHandler>>): Record<Method | 'OPTIONS', RouteHandler> {
  const allowed = known.filter((method) => given[method]);
  const allow = allowed.includes('GET') ? [...allowed, 'HEAD'].join(', ') : allowed.join(', ');
  const name: RouteHandler = () => Promise.resolve(new Response(null, { status: 204, headers: { allow } }));
  const refuse: RouteHandler = (request) =>
    answerProblem(new Problem(405, 'wrong-method', { headers: { allow } }), languageOf(request, false), request);
  return { ...(Object.fromEntries(known.map((method) => [method, given[method] ?? refuse])) as Record<Method, RouteHandler>), OPTIONS: name };
}
