import plugin from 'fastify-plugin';
import { log } from '@/lib/log';
import type { AppOptions } from '../options';
import { WindowLimit } from '../window-limit';

declare module 'fastify' {
  interface FastifyRequest {
    /** when the application was asked; null for what the server answers by itself */
    startedAtMs: number | null;
  }
}

/** Of a flood of refused requests the log has a sample (R25), by status. */
const maxRefusalsPerSecond = 20;
/** A caller chooses its address, up to 16 kB of it. */
const maxPathLength = 300;

/** One line for each request that the application answered. */
export const requestLog = plugin<AppOptions>((app, _options, registered) => {
  const refusals = new WindowLimit(maxRefusalsPerSecond, 1_000);
  app.decorateRequest('startedAtMs', null);
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    if (request.startedAtMs !== null && (status < 400 || status >= 500 || refusals.take(String(status)) === 0)) {
      // Addresses of the code page hold an email and a code, so nothing after the page's name is logged.
      const path = /otp/i.test(request.path) ? request.path.split('/').slice(0, 3).join('/') : request.path;
      log.info({ requestId: request.id, method: request.method, path: path.slice(0, maxPathLength), status, ms: Math.round(performance.now() - request.startedAtMs) }, 'request');
    }
    done();
  });
  registered();
}, { name: 'request-log' });
