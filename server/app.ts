import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { log } from '@/lib/log';
import { answerClientErrors } from './client-errors';
import { createHttpServer, maxHeaderBytes } from './http-server';
import { httpLimits, type AppOptions } from './options';
import { refuse } from './problems';
import { fileResponses } from './plugins/file-responses';
import { health } from './plugins/health';
import { nextPages } from './plugins/next';
import { pageCache } from './plugins/page-cache/plugin';
import { newRequestId, requestContext } from './plugins/request-context';
import { requestLimits } from './plugins/request-limits';
import { securityHeaders, securityHeadersOf } from './plugins/security-headers';
import { staticAssets } from './plugins/static-assets';

/** The HTTP server: its plugins in the order in which a request meets them. It knows nothing of the domain. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, limits = httpLimits } = options;
  const app = Fastify({
    trustProxy: settings.trustedProxies > 0 ? (_address, hop) => hop < settings.trustedProxies : false,
    genReqId: ({ headers }) => newRequestId(headers['x-request-id'], settings.trustedProxies > 0),
    serverFactory: (handler) => createHttpServer(handler, limits),
    clientErrorHandler: answerClientErrors(settings),
    // The last requests before a stop are answered, not refused (R18).
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: maxHeaderBytes },
    // An address that cannot be decoded meets no plugin.
    frameworkErrors: (_error, request, reply) => refuse(request, reply.headers(securityHeadersOf(settings)).header('x-request-id', request.id), { status: 400, key: 'malformed' }),
  });
  // Bodies are read by whoever needs them, within the limit of their route.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // Fastify itself refuses a `Content-Type` that is none.
    if (error.statusCode === 415) return refuse(request, reply, { status: 415, key: 'unsupported-type' });
    log.error({ err: error, requestId: request.id }, 'A request failed in the server');
    return refuse(request, reply, { status: 500, key: 'internal' });
  });
  app.setNotFoundHandler((request, reply) => refuse(request, reply, { status: 404, key: 'not-found' }));

  await app.register(requestContext);
  await app.register(securityHeaders, options);
  await app.register(staticAssets, options);
  await app.register(requestLimits, options);
  await app.register(health, options);
  await app.register(pageCache, options);
  await app.register(fileResponses, options);
  await app.register(nextPages, options);
  return app;
}
