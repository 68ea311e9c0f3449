import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { DurationHistogram } from './duration-histogram';
import { processState } from './process-state';
import { serverStats, unhandledRejections } from './shared-state';

export type ServiceOutcome = (typeof serviceOutcomes)[number];

const serviceOutcomes = ['ok', 'refused', 'failed', 'timeout', 'unreachable'] as const;

/** Each list ends near the time limit of what it measures, so that quantiles show waits that reach the limit. */
const requestBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const serviceBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const jobBuckets = [0.1, 1, 10, 60, 600];
const waitBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 1.5];

/** Metrics that code records as it runs. Label values come from fixed lists, never from a request. */
export const recorded = processState('recorded-metrics', () => {
  const registry = new Registry();
  const registers = [registry];
  const metrics = {
    registry,
    requestDuration: new DurationHistogram({
      name: 'site_http_request_duration_seconds',
      help: 'Time from a request to the last byte of its response, by kind of route and status class',
      buckets: requestBuckets,
      registry,
    }),
    serviceDuration: new DurationHistogram({
      name: 'site_service_duration_seconds',
      help: 'Time until a payment provider or the mail server answered, by outcome',
      buckets: serviceBuckets,
      registry,
    }),
    jobDuration: new DurationHistogram({
      name: 'site_job_duration_seconds',
      help: 'Duration of the runs of a background job',
      buckets: jobBuckets,
      registry,
    }),
    jobFailures: new Counter({
      name: 'site_job_failures_total',
      help: 'Runs of a background job that failed',
      labelNames: ['job'],
      registers,
    }),
    databaseWait: new DurationHistogram({
      name: 'site_database_wait_seconds',
      help: "Time that a query waited for a database connection, or for the embedded database's turn",
      buckets: waitBuckets,
      registry,
    }),
    refusals: new Counter({
      name: 'site_refusals_total',
      help: 'Requests refused by a limit',
      labelNames: ['limit'],
      registers,
    }),
  };
  metrics.databaseWait.series();
  mirrorServerStats(registry);
  return metrics;
});

function mirrorServerStats(registry: Registry): void {
  const counters: Record<string, [help: string, count: () => number]> = {
    site_page_hits_total: ['Responses from the page cache', () => serverStats.hits],
    site_page_renders_total: ['Pages rendered for the page cache', () => serverStats.renders],
    site_unhandled_rejections_total: ['Unhandled rejections', () => unhandledRejections.count],
  };
  for (const [name, [help, count]] of Object.entries(counters))
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(count());
      },
    });
  const gauges: Record<string, [help: string, value: () => number]> = {
    site_pages_cached: ['Pages in the page cache', () => serverStats.pages],
    site_page_bytes: ['Bytes of the page cache', () => serverStats.pageBytes],
    site_media_connections: ['Open lesson connections', () => serverStats.videoConnections],
  };
  for (const [name, [help, value]] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
}

/** Removed: gauges named like counters (`_total`), and a minimum that reads 292 years until its first sample. */
const misnamedMetrics = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_lag_min_seconds',
];

/** Starts measuring memory, processor, garbage collection and event loop. Further calls do nothing. */
export function measureProcess(): void {
  const { registry } = recorded;
  if (registry.getSingleMetric('process_cpu_seconds_total')) return;
  collectDefaultMetrics({ register: registry });
  for (const name of misnamedMetrics) registry.removeSingleMetric(name);
  // prom-client counts from this call, but Prometheus expects the time since the process started.
  const { user, system } = process.cpuUsage();
  const seconds = {
    process_cpu_user_seconds_total: user / 1e6,
    process_cpu_system_seconds_total: system / 1e6,
    process_cpu_seconds_total: (user + system) / 1e6,
  };
  for (const [name, value] of Object.entries(seconds)) (registry.getSingleMetric(name) as Counter).inc(value);
}

export const secondsSince = (startedAtMs: number): number => (performance.now() - startedAtMs) / 1000;

export function timeService(service: string): (outcome: ServiceOutcome) => void {
  const startedAtMs = performance.now();
  return (outcome) => recorded.serviceDuration.series({ service, outcome }).observe(secondsSince(startedAtMs));
}

export function timeDatabaseWait(): () => void {
  const startedAtMs = performance.now();
  return () => recorded.databaseWait.series().observe(secondsSince(startedAtMs));
}

export function countRefusal(limit: string): void {
  recorded.refusals.inc({ limit });
}

/** Creates the series of these services at zero, so that rate() counts the first event. */
export function declareServices(services: readonly string[]): void {
  for (const service of services)
    for (const outcome of serviceOutcomes) recorded.serviceDuration.series({ service, outcome });
}

export function declareLimits(limits: readonly string[]): void {
  for (const limit of limits) recorded.refusals.inc({ limit }, 0);
}
