import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { declareLimits, measureProcess, recorded, secondsSince } from '@/lib/process/recorded-metrics';
import { kindOfRoute, routes } from '@/lib/routes';
import { requestLimitNames } from '@/server/problems';

/** `aborted`: the connection closed before the end of the response. */
const statuses = ['aborted', '2xx', '3xx', '4xx', '5xx'];

/** Records the duration of each request by kind of route and status class. */
export const requestMetrics = plugin(
  (app, _options, registered) => {
    measureProcess();
    declareLimits(requestLimitNames);
    const seriesOf = (kind: string) => statuses.map((status) => recorded.requestDuration.series({ kind, status }));
    const ofRoutes = new Map(routes.map((route) => [route, seriesOf(kindOfRoute(route))]));
    const ofFile = seriesOf('file');
    /** Unknown addresses, and `/` and `/{lang}`, which redirect. */
    const ofOther = seriesOf('other');
    const ofRequest = ({ route, path }: FastifyRequest) =>
      (route && ofRoutes.get(route)) ?? (app.hasAsset(path) ? ofFile : ofOther);

    app.addHook('onRequest', (request, { raw }, done) => {
      const startedAtMs = performance.now();
      raw.on('close', () => {
        const status = raw.writableFinished ? Math.floor(raw.statusCode / 100) - 1 : 0;
        ofRequest(request)[status]?.observe(secondsSince(startedAtMs));
      });
      done();
    });
    registered();
  },
  { name: 'request-metrics', dependencies: ['request-context'] },
);
