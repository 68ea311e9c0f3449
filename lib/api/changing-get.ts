import 'server-only';
import type { RouteHandler } from './handler';

/**
 * For a GET that changes something. Next answers HEAD with the GET handler, and mail scanners and link checkers send HEAD before
 * anybody opens the link: it gets an answer without content, and changes nothing.
 */
export const changingGet = (get: RouteHandler): RouteHandler => async (request, context) =>
  (request.method === 'HEAD' ? new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } }) : get(request, context));
