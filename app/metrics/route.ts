import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { metricsType, readMetricsText } from '@/lib/operations/metrics';

export const dynamic = 'force-dynamic';

export const GET = handler(
  {
    id: 'getMetrics',
    tag: 'Operating',
    summary: "Metrics in Prometheus' text format",
    access: 'metricsToken',
    answers: { 200: 'text/plain' },
  },
  async () =>
    new Response(await readMetricsText(now()), {
      headers: { 'content-type': metricsType, 'cache-control': 'no-store' },
    }),
);
