import 'server-only';
import { createHash } from 'node:crypto';
import { answerProblem } from './answer-problem';
import { problemOf, type RouteHandler } from './handler';
import { languageOf } from './request-language';

interface File { body: string; type: string; etag?: string }
type Params = Record<string, string | string[] | undefined>;

/**
 * A public GET that is the same for everybody and asks for nobody's session: strong ETag, 304, always revalidated.
 * It needs no database, so content is served while that is down.
 */
export function publicFile(find: (params: Params) => Promise<File>): RouteHandler {
  return async (request, context) => {
    try {
      const { body, type, etag = etagOf(body) } = await find(await context.params);
      const headers = { etag, 'cache-control': 'public, no-cache', 'content-type': type };
      if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
      return new Response(body, { headers });
    } catch (error) {
      return answerProblem(problemOf(error, request), languageOf(request, false), request);
    }
  };
}

export const jsonType = 'application/json; charset=utf-8';

const etagOf = (body: string) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

const matches = (asked: string | null, etag: string) =>
  asked !== null && asked.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
