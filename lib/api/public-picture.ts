import 'server-only';
import { createHash } from 'node:crypto';
import { notFound } from '@/lib/problem';
import { answerProblem } from './answer-problem';
import { decodeSegment } from './decode-segment';
import { problemOf, type RouteHandler } from './handler';
import { languageOf } from './request-language';

/** A drawn PNG that is the same for everybody; null is 404. It may be kept for an hour without asking again. */
export function publicPicture(draw: (path: string[]) => Promise<Buffer | null>): RouteHandler {
  return async (request, context) => {
    try {
      const { path } = await context.params;
      const segments = (Array.isArray(path) ? path : [path ?? '']).map(decodeSegment);
      const picture = segments.every((segment) => segment !== null) ? await draw(segments) : null;
      if (!picture) throw notFound();
      const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 27)}"`;
      const headers = { etag, 'cache-control': 'public, max-age=3600', 'content-type': 'image/png' };
      if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
      return new Response(new Uint8Array(picture), { headers });
    } catch (error) {
      return answerProblem(problemOf(error, request), languageOf(request, false), request);
    }
  };
}
