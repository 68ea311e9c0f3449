import 'server-only';
import type { Capability } from '@/lib/capabilities';
import { now } from '@/lib/clock';
import { isOn } from '@/lib/content/capabilities';
import { isDatabaseDown } from '@/lib/database/client';
import { lifecycle } from '@/lib/process/lifecycle';
import { log } from '@/lib/log';
import { leaseSeconds, releaseLease, renewLease, takeLease } from './lease';

/** Work that recurs: once a period, in one process at a time, however many processes there are. */
export interface Job {
  name: string;
  everySeconds: number;
  /** While it is switched off the job rests; what is due then is done once it is on again. */
  capability?: Capability;
  /** A cheap check before the lease is taken; without it the job runs every period. */
  isDue?: (now: Date) => Promise<boolean>;
  /** `stopping`: the service stops, or another process has the job now; begin nothing more. */
  run: (now: Date, stopping: AbortSignal) => Promise<void>;
}

export interface Scheduler {
  /** Starts no new run and waits up to `graceMs` for the running ones. */
  stop(graceMs?: number): Promise<void>;
}

/** Starts every job's timer. `holder` names this process in the leases. */
export function startScheduler(jobs: readonly Job[], holder: string): Scheduler {
  const stopping = new AbortController();
  const stops = jobs.map((job) => startLoop(job, holder, stopping.signal));
  return {
    async stop(graceMs = 10_000) {
      stopping.abort();
      const ended = Promise.allSettled(stops.map((stop) => stop()));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
    },
  };
}

/** @returns what, after `stopping`, ends when the running run does */
function startLoop(job: Job, holder: string, stopping: AbortSignal): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const tick = () => {
    running = runOnce(job, holder, stopping).finally(() => {
      if (!stopping.aborted) timer = setTimeout(tick, job.everySeconds * 1000);
    });
  };
  // Spread, so that the jobs do not all run in the first second of a start.
  let timer = setTimeout(tick, 200 + Math.random() * Math.min(2000, job.everySeconds * 1000));
  return () => {
    clearTimeout(timer);
    return running;
  };
}

/** One run under the lease. A failure is logged and stored with the lease; the next run happens as usual. */
export async function runOnce(job: Job, holder: string, stopping: AbortSignal): Promise<void> {
  let error: string | null = null;
  let leased = false;
  try {
    // A full disk blocks the embedded database (M6): background work can wait.
    if (lifecycle.storageLow) return;
    if (job.capability && !(await isOn(job.capability))) return;
    if (job.isDue && !(await job.isDue(now()))) return;
    // Less than the period, since timers of two processes drift.
    leased = await takeLease(job.name, holder, job.everySeconds * 0.8);
    if (!leased) return;
    await underLease(job, holder, stopping);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
    if (isDatabaseDown(thrown)) log.warn({ job: job.name }, 'A job waits for the database');
    else log.error({ job: job.name, err: thrown }, 'A job failed');
  } finally {
    if (leased) await releaseLease(job.name, holder, error).catch(() => undefined);
  }
}

/** A lease that is lost stops the run: another process may do the same work now. */
async function underLease(job: Job, holder: string, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController();
  let renewedAtMs = performance.now();
  const renew = async () => {
    const askedAtMs = performance.now();
    const renewed = await renewLease(job.name, holder).catch(() => null);
    // However late it was: nobody else has had it.
    if (renewed) return void (renewedAtMs = askedAtMs);
    if (renewed === null) log.warn({ job: job.name }, 'A lease was not renewed');
    if (renewed === null && performance.now() - renewedAtMs < leaseSeconds * 1000) return;
    if (!lost.signal.aborted) log.warn({ job: job.name }, 'A lease was lost: the run stops');
    lost.abort();
  };
  const timer = setInterval(() => void renew(), (leaseSeconds * 1000) / 3);
  try {
    await job.run(now(), AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(timer);
  }
}
