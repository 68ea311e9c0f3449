import 'server-only';
import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { config } from '@/lib/config/config';
import { serverStats, unhandledRejections } from '@/lib/process/stats';
import { version } from '@/lib/config/version';
import { readFigures, type Figures } from '@/lib/admin/reports/figures';

const processState = globalThis as { __metrics?: Registry | undefined };

/** Prometheus text: the process, the page cache, and mail, orders and jobs from the database. */
export async function metricsText(now: Date): Promise<string> {
  const registry = (processState.__metrics ??= createRegistry());
  const figures = await readFigures(now).catch(() => null);
  set(registry, 'site_database_up', figures ? 1 : 0);
  if (figures) setFigures(registry, figures);
  setServer(registry);
  set(registry, 'site_unhandled_rejections', unhandledRejections().count);
  set(registry, 'site_disk_free_bytes', await freeBytes());
  // The delay of the event loop is no number until it was sampled, which takes 10 ms from one reading to the next.
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
const labelled = {
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
  for (const [name, [help, labelNames]] of Object.entries(labelled)) {
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
  }
  const build = version();
  set(registry, 'site_build_info', 1, { version: build.version, commit: build.commit ?? 'unknown' });
  return registry;
}

/** prom-client counts from the moment it is asked first; Prometheus expects the process's whole time. */
function addProcessorTime(registry: Registry): void {
  const { user, system } = process.cpuUsage();
  const seconds = { process_cpu_user_seconds_total: user / 1e6, process_cpu_system_seconds_total: system / 1e6, process_cpu_seconds_total: (user + system) / 1e6 };
  for (const [name, value] of Object.entries(seconds)) {
    const metric = registry.getSingleMetric(name);
    if (metric instanceof Counter) metric.inc(value);
  }
}

function set(registry: Registry, name: keyof typeof gauges | keyof typeof labelled, value: number, labels: Record<string, string> = {}): void {
  const metric = registry.getSingleMetric(name);
  if (metric instanceof Gauge) metric.set(labels, value);
}

function setFigures(registry: Registry, figures: Figures): void {
  set(registry, 'site_outbox_waiting', figures.outbox.waiting);
  set(registry, 'site_outbox_oldest_seconds', figures.outbox.oldestSeconds);
  set(registry, 'site_last_callback_seconds', figures.lastCallback?.ageSeconds ?? -1);
  set(registry, 'site_refunds_open', figures.refundsOpen);
  set(registry, 'site_orders_for_review', figures.ordersForReview);
  for (const [status, count] of Object.entries(figures.orders)) set(registry, 'site_orders', count, { status });
  for (const job of figures.jobs) {
    set(registry, 'site_job_last_run_seconds', job.lastRunSeconds ?? -1, { job: job.name });
    set(registry, 'site_job_failing', job.lastError ? 1 : 0, { job: job.name });
  }
}

function setServer(registry: Registry): void {
  const { pages, pageBytes, hits, renders, videoConnections } = serverStats;
  set(registry, 'site_pages_cached', pages);
  set(registry, 'site_page_bytes', pageBytes);
  set(registry, 'site_page_hits', hits);
  set(registry, 'site_page_renders', renders);
  set(registry, 'site_media_connections', videoConnections);
}

async function freeBytes(): Promise<number> {
  return statfs(config().dataDir).then(({ bavail, bsize }) => bavail * bsize, () => -1);
}
