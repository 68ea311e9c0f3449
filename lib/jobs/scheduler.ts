import { now } from '@/lib/clock';
import { isEnabled } from '@/lib/content/enabled-features';
import { isDatabaseDown } from '@/lib/database/client';
import type { FeatureFlag } from '@/lib/feature-flags';
import { log } from '@/lib/log';
import { recorded, secondsSince } from '@/lib/process/recorded-metrics';
import { lifecycle } from '@/lib/process/shared-state';
import { leaseSeconds, releaseLease, renewLease, takeLease } from './lease';

export interface Job {
  name: string;
  everySeconds: number;
  /** While this feature flag is off, due work waits. */
  featureFlag?: FeatureFlag;
  /** A cheap check before taking the lease; without it the job runs every period. */
  isDue?: (now: Date) => Promise<boolean>;
  /** `stopping` fires when the service stops or another process takes over. Start no new work then. */
  run: (now: Date, stopping: AbortSignal) => Promise<void>;
}

export interface Scheduler {
  stop(graceMs?: number): Promise<void>;
}

export function startScheduler(jobs: readonly Job[], holder: string): Scheduler {
  const stopping = new AbortController();
  const stops = jobs.map((job) => startLoop(job, holder, stopping.signal));
  return {
    async stop(graceMs = 10_000) {
      stopping.abort();
      const allStopped = Promise.allSettled(stops.map((stop) => stop()));
      await Promise.race([allStopped, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
    },
  };
}

function startLoop(job: Job, holder: string, stopping: AbortSignal): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  recorded.jobDuration.series({ job: job.name });
  recorded.jobFailures.inc({ job: job.name }, 0);
  const tick = () => {
    running = runJobOnce(job, holder, stopping).finally(() => {
      if (!stopping.aborted) timer = setTimeout(tick, job.everySeconds * 1000);
    });
  };
  // Spread the first runs, so that the jobs do not all start in the same second.
  let timer = setTimeout(tick, 200 + Math.random() * Math.min(2000, job.everySeconds * 1000));
  return () => {
    clearTimeout(timer);
    return running;
  };
}

/** Jobs whose due check failed. Their next run clears the error, even if nothing is due by then. */
const failedChecks = new Set<string>();

/** Reports a failing check like a failing run: in the metrics, and as the lease's last error. */
async function findDueReason(job: Job): Promise<'due' | 'not-due' | { failed: unknown }> {
  try {
    const isDue = !job.isDue || (await job.isDue(now()));
    return isDue || failedChecks.has(job.name) ? 'due' : 'not-due';
  } catch (failed) {
    failedChecks.add(job.name);
    return { failed };
  }
}

export async function runJobOnce(job: Job, holder: string, stopping: AbortSignal): Promise<void> {
  let error: string | null = null;
  let leased = false;
  try {
    // A full disk blocks the embedded database (M6).
    if (lifecycle.storageLow) return;
    if (job.featureFlag && !(await isEnabled(job.featureFlag))) return;
    const due = await findDueReason(job);
    if (due === 'not-due') return;
    // Ask for less than the full period, because the timers of two processes drift apart.
    leased = await takeLease(job.name, holder, job.everySeconds * 0.8);
    if (!leased) return;
    if (due !== 'due') {
      recorded.jobFailures.inc({ job: job.name });
      throw due.failed;
    }
    failedChecks.delete(job.name);
    await runUnderLease(job, holder, stopping);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
    if (isDatabaseDown(thrown))
      log.warn({ job: job.name }, 'A job could not run, because the database is down; it runs again at its next time');
    else log.error({ job: job.name, err: thrown }, 'A job failed');
  } finally {
    if (leased) await releaseLease(job.name, holder, error).catch(() => undefined);
  }
}

/** A lost lease stops the run, because another process may start the same work. */
async function runUnderLease(job: Job, holder: string, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController();
  let renewedAtMs = performance.now();
  const renew = async () => {
    const requestedAtMs = performance.now();
    const renewed = await renewLease(job.name, holder).catch(() => null);
    // A late renewal is fine: it fails if another process has taken the lease.
    if (renewed) return void (renewedAtMs = requestedAtMs);
    if (renewed === null)
      log.warn({ job: job.name }, 'The lease of a job could not be renewed; trying again before it expires');
    if (renewed === null && performance.now() - renewedAtMs < leaseSeconds * 1000) return;
    if (!lost.signal.aborted)
      log.warn({ job: job.name }, 'A job lost its lease, so another process may run it; stopping this run');
    lost.abort();
  };
  const timer = setInterval(() => void renew(), (leaseSeconds * 1000) / 3);
  const startedAtMs = performance.now();
  try {
    await job.run(now(), AbortSignal.any([stopping, lost.signal]));
  } catch (error) {
    recorded.jobFailures.inc({ job: job.name });
    throw error;
  } finally {
    recorded.jobDuration.series({ job: job.name }).observe(secondsSince(startedAtMs));
    clearInterval(timer);
  }
}
