import type { ServerResponse } from 'node:http';
import { languageOfHeader, type Language } from '@/lib/language';
import { problemTitles, type FrontProblem } from '@/lib/http/answers/problem-titles';

interface Refusal {
  readonly status: number;
  readonly retryAfterSeconds?: number;
  readonly allow?: string;
}

/** What the front refuses by itself; `key` is the stable end of the document's `type`. */
export interface FrontRefusal extends Refusal {
  readonly key: FrontProblem;
  readonly title?: undefined;
}

/** What the application refuses through the front; it has said why in the caller's language. */
interface ToldRefusal extends Refusal {
  readonly key: string;
  readonly title: string;
}

export type ProblemAnswer = (FrontRefusal | ToldRefusal) & { readonly requestId: string };

/** In the language of `Accept-Language`, English when it names none of ours. */
export const languageOfReader = (response: ServerResponse): Language => languageOfHeader(response.req.headers['accept-language'] ?? null) ?? 'en';

/** RFC 9457, for what the front itself refuses. Headers that every answer carries are already set by the caller. */
export function answerProblem(response: ServerResponse, problem: ProblemAnswer): void {
  const { status, key, requestId, retryAfterSeconds, allow } = problem;
  const body = JSON.stringify({ type: `/problems/${key}`, title: problem.title ?? ownTitle(response, problem.key), status, requestId });
  response.statusCode = status;
  response.setHeader('content-type', 'application/problem+json; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds));
  if (allow !== undefined) response.setHeader('allow', allow);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

function ownTitle(response: ServerResponse, key: FrontProblem): string {
  const lang = languageOfReader(response);
  response.setHeader('content-language', lang);
  return problemTitles[key][lang];
}
