import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { config } from '@/lib/config/config';
import { version } from '@/lib/config/version';
import { readFigures, type OperationFigures } from '@/lib/operations/admin/health';
import { processState } from '@/lib/process/process-state';
import { serverStats, unhandledRejections } from '@/lib/process/shared-state';

const state = processState('metrics', () => ({ registry: undefined as Registry | undefined }));

export async function metricsText(now: Date): Promise<string> {
  const registry = (state.registry ??= createRegistry());
  const figures = await readFigures(now).catch(() => null);
  setGauge(registry, 'site_database_up', figures ? 1 : 0);
  if (figures) setFigures(registry, figures);
  setServerStats(registry);
  setGauge(registry, 'site_unhandled_rejections', unhandledRejections.count);
  setGauge(registry, 'site_disk_free_bytes', await freeBytes());
  // The event loop's delay is NaN until sampled, which takes 10 ms.
  return (await registry.metrics()).replaceAll(/ NaN$/gm, ' 0');
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

const gauges = {
  site_database_up: 'Whether the database answers',
  site_disk_free_bytes: 'Free bytes under DATA_DIR',
  site_pages_cached: 'Pages in the page cache',
  site_page_bytes: 'Bytes of the page cache',
  site_page_hits: 'Answers from the page cache since start',
  site_page_renders: 'Pages rendered since start',
  site_media_connections: 'Lesson connections open now',
  site_unhandled_rejections: 'Unhandled rejections since start',
  site_outbox_waiting: 'Messages not delivered yet',
  site_outbox_oldest_seconds: 'Age of the oldest message not delivered yet',
  site_last_callback_seconds: 'Seconds since Paymob last called back',
  site_refunds_open: 'Refund requests not finished',
  site_orders_for_review: 'Orders that wait for a person',
} as const;
const labelledGauges = {
  site_build_info: ['Version and commit', ['version', 'commit']],
  site_orders: ['Orders by status', ['status']],
  site_job_last_run_seconds: ['Seconds since a job last ran', ['job']],
  site_job_failing: ['Whether a job failed at its last run', ['job']],
} as const;

function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addProcessorTime(registry);
  for (const [name, help] of Object.entries(gauges)) new Gauge({ name, help, registers: [registry] });
  for (const [name, [help, labelNames]] of Object.entries(labelledGauges)) {
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
  }
  const build = version();
  setGauge(registry, 'site_build_info', 1, { version: build.version, commit: build.commit ?? 'unknown' });
  return registry;
}

/** Adds the process's whole CPU time, as Prometheus expects: prom-client counts only from its first reading. */
function addProcessorTime(registry: Registry): void {
  const { user, system } = process.cpuUsage();
  const seconds = {
    process_cpu_user_seconds_total: user / 1e6,
    process_cpu_system_seconds_total: system / 1e6,
    process_cpu_seconds_total: (user + system) / 1e6,
  };
  for (const [name, value] of Object.entries(seconds)) {
    const metric = registry.getSingleMetric(name);
    if (metric instanceof Counter) metric.inc(value);
  }
}

function setGauge(
  registry: Registry,
  name: keyof typeof gauges | keyof typeof labelledGauges,
  value: number,
  labels: Record<string, string> = {},
): void {
  const metric = registry.getSingleMetric(name);
  if (metric instanceof Gauge) metric.set(labels, value);
}

function setFigures(registry: Registry, figures: OperationFigures): void {
  setGauge(registry, 'site_outbox_waiting', figures.outbox.waiting);
  setGauge(registry, 'site_outbox_oldest_seconds', figures.outbox.oldestSeconds);
  setGauge(registry, 'site_last_callback_seconds', figures.lastCallback?.ageSeconds ?? -1);
  setGauge(registry, 'site_refunds_open', figures.refundsOpen);
  setGauge(registry, 'site_orders_for_review', figures.ordersForReview);
  for (const [status, count] of Object.entries(figures.orders)) setGauge(registry, 'site_orders', count, { status });
  for (const job of figures.jobs) {
    setGauge(registry, 'site_job_last_run_seconds', job.lastRunSeconds ?? -1, { job: job.name });
    setGauge(registry, 'site_job_failing', job.lastError ? 1 : 0, { job: job.name });
  }
}

function setServerStats(registry: Registry): void {
  const { pages, pageBytes, hits, renders, videoConnections } = serverStats;
  setGauge(registry, 'site_pages_cached', pages);
  setGauge(registry, 'site_page_bytes', pageBytes);
  setGauge(registry, 'site_page_hits', hits);
  setGauge(registry, 'site_page_renders', renders);
  setGauge(registry, 'site_media_connections', videoConnections);
}

async function freeBytes(): Promise<number> {
  return statfs(config().dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => -1,
  );
}
