import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { log } from '@/lib/log';
import { answerClientErrors, createHttpServer, maxHeaderBytes } from './http-server';
import { type AppOptions, httpLimits } from './options';
import { fileResponses } from './plugins/file-responses';
import { health } from './plugins/health';
import { nextPages } from './plugins/next';
import { pageCache } from './plugins/page-cache/plugin';
import { newRequestId, requestContext } from './plugins/request-context';
import { requestLimits } from './plugins/request-limits';
import { requestMetrics } from './plugins/request-metrics';
import { buildSecurityHeaders, securityHeaders } from './plugins/security-headers';
import { staticAssets } from './plugins/static-assets';
import { sendRefusal } from './problems';

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, limits = httpLimits } = options;
  const app = Fastify({
    trustProxy: settings.trustedProxies > 0 ? (_address, hop) => hop < settings.trustedProxies : false,
    genReqId: ({ headers }) => newRequestId(headers['x-request-id'], settings.trustedProxies > 0),
    serverFactory: (handler) => createHttpServer(handler, limits),
    clientErrorHandler: answerClientErrors(settings),
    // Keep answering requests until shutdown is complete (R18).
    return503OnClosing: false,
    // A busy server with a slow disk may need more than the default 10 s to read all files.
    pluginTimeout: 0,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: maxHeaderBytes },
    // Handle paths that cannot be decoded, which never reach a plugin.
    frameworkErrors: (_error, request, reply) =>
      sendRefusal(request, reply.headers(buildSecurityHeaders(settings)).header('x-request-id', request.id), {
        status: 400,
        key: 'malformed',
      }),
  });
  // Let handlers read bodies themselves, so that each route has its own size limit.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode === 415) return sendRefusal(request, reply, { status: 415, key: 'unsupported-type' });
    log.error({ err: error, requestId: request.id }, 'The server failed to handle a request');
    return sendRefusal(request, reply, { status: 500, key: 'internal' });
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, { status: 404, key: 'not-found' }));

  await app.register(requestContext);
  await app.register(requestMetrics);
  await app.register(securityHeaders, options);
  await app.register(staticAssets, options);
  await app.register(requestLimits, options);
  await app.register(health, options);
  await app.register(pageCache, options);
  await app.register(fileResponses, options);
  await app.register(nextPages, options);
  return app;
}
