import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { declareLimits, measureProcess, recorded, secondsSince } from '@/lib/process/recorded-metrics';
import { kindOfRoute, routes } from '@/lib/routes';
import { requestLimitNames } from '@/server/problems';

/** `aborted`: the connection closed before the end of the response. */
type StatusClass = 'aborted' | '2xx' | '3xx' | '4xx' | '5xx';

function statusClassOf({ writableFinished, statusCode }: ServerResponse): StatusClass {
  if (!writableFinished) return 'aborted';
  if (statusCode >= 500) return '5xx';
  if (statusCode >= 400) return '4xx';
  if (statusCode >= 300) return '3xx';
  return '2xx';
}

export const requestMetrics = plugin(
  (app, _options, registered) => {
    measureProcess();
    declareLimits(requestLimitNames);
    const seriesByStatus = (kind: string) => {
      const series = (status: StatusClass) => recorded.requestDuration.series({ kind, status });
      return {
        aborted: series('aborted'),
        '2xx': series('2xx'),
        '3xx': series('3xx'),
        '4xx': series('4xx'),
        '5xx': series('5xx'),
      };
    };
    const routeSeries = new Map(routes.map((route) => [route, seriesByStatus(kindOfRoute(route))]));
    const fileSeries = seriesByStatus('file');
    /** Unknown addresses, and `/` and `/{lang}`, which redirect. */
    const otherSeries = seriesByStatus('other');
    const seriesOf = ({ route, path }: FastifyRequest) =>
      (route && routeSeries.get(route)) ?? (app.hasAsset(path) ? fileSeries : otherSeries);

    app.addHook('onRequest', (request, { raw }, done) => {
      const startedAtMs = performance.now();
      raw.on('close', () => {
        seriesOf(request)[statusClassOf(raw)].observe(secondsSince(startedAtMs));
      });
      done();
    });
    registered();
  },
  { name: 'request-metrics', dependencies: ['request-context'] },
);
