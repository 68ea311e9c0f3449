import { Gauge, Registry } from 'prom-client';
import { OrderStatus } from '@/generated/prisma/enums';
import { attemptDelay } from '@/lib/accounts/attempt-limit';
import { config } from '@/lib/config/config';
import { version } from '@/lib/config/version';
import { limits } from '@/lib/database/rate-limit';
import { type OperationFigures, readFigures } from '@/lib/operations/admin/health';
import { paymentProviders } from '@/lib/payments/providers';
import { readFreeBytes } from '@/lib/process/data-dir';
import { processState } from '@/lib/process/process-state';
import { declareLimits, declareServices, measureProcess, recorded } from '@/lib/process/recorded-metrics';

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

export async function readMetricsText(now: Date): Promise<string> {
  measureProcess();
  const gauges = processState('figure-gauges', createGauges);
  const figures = await readFigures(now).catch(() => null);
  gauges.databaseUp.set(figures ? 1 : 0);
  setFigures(gauges, figures);
  setOrRemove(gauges.diskFree, await readFreeBytes(config().dataDir).catch(() => null));
  // The event loop's delay is NaN until sampled, which takes 10 ms.
  return (await recorded.registry.metrics()).replaceAll(/ NaN$/gm, ' 0');
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges() {
  const build = createGauge('site_build_info', 'Version and commit', ['version', 'commit']);
  const { version: number, commit } = version();
  build.set({ version: number, commit: commit ?? 'unknown' }, 1);
  declareServices([...paymentProviders.flatMap(({ services }) => services), 'mail']);
  declareLimits([attemptDelay, ...Object.keys(limits)]);
  return {
    databaseUp: createGauge('site_database_up', 'Whether the database answers'),
    diskFree: createGauge('site_disk_free_bytes', 'Free bytes under DATA_DIR'),
    outboxWaiting: createGauge('site_outbox_waiting', 'Messages not delivered yet'),
    outboxOldest: createGauge('site_outbox_oldest_seconds', 'Age of the oldest message not delivered yet'),
    lastCallback: createGauge('site_last_callback_seconds', 'Seconds since a payment provider last called back'),
    withoutCallback: createGauge(
      'site_payments_without_callback',
      'Payments found by asking the provider since its last callback, within a month',
    ),
    refundsOpen: createGauge('site_refunds_open', 'Refund requests not finished'),
    ordersForReview: createGauge('site_orders_for_review', 'Orders that wait for a person'),
    orders: createGauge('site_orders', 'Orders by status', ['status']),
    jobLastRun: createGauge('site_job_last_run_seconds', 'Seconds since a job last ran', ['job']),
    jobFailing: createGauge('site_job_failing', 'Whether a job failed at its last run', ['job']),
  };
}

function createGauge<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) {
  return new Gauge<Label>({ name, help, labelNames: [...labelNames], registers: [recorded.registry] });
}

/** Removes metrics whose value is unknown, because an old value would look current. */
function setFigures(gauges: Gauges, figures: OperationFigures | null): void {
  setOrRemove(gauges.outboxWaiting, figures?.outbox.waiting);
  setOrRemove(gauges.outboxOldest, figures?.outbox.oldestSeconds);
  setOrRemove(gauges.lastCallback, figures?.lastCallback?.ageSeconds);
  setOrRemove(gauges.withoutCallback, figures?.paymentsWithoutCallback);
  setOrRemove(gauges.refundsOpen, figures?.refundsOpen);
  setOrRemove(gauges.ordersForReview, figures?.ordersForReview);
  for (const labelled of [gauges.orders, gauges.jobLastRun, gauges.jobFailing]) labelled.reset();
  if (!figures) return;
  for (const status of Object.values(OrderStatus)) gauges.orders.set({ status }, figures.orders[status] ?? 0);
  for (const { name: job, lastRunSeconds, lastError } of figures.jobs) {
    if (lastRunSeconds !== null) gauges.jobLastRun.set({ job }, lastRunSeconds);
    gauges.jobFailing.set({ job }, lastError ? 1 : 0);
  }
}

function setOrRemove(gauge: Gauge<never>, value: number | null | undefined): void {
  if (typeof value === 'number') gauge.set(value);
  else gauge.remove();
}
