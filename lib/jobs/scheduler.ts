import 'server-only';
import { now } from '@/lib/clock';
import { isDatabaseDown } from '@/lib/database/client';
import { lifecycle } from '@/lib/lifecycle';
import { log } from '@/lib/log';
import type { Job } from './job';
import { leaseSeconds, releaseLease, renewLease, takeLease } from './lease';

export interface Scheduler {
  /** Runs a job as soon as it can, without waiting for its period. */
  wake(name: string): void;
  /** No new runs; gives the running ones time to end. */
  stop(graceMilliseconds?: number): Promise<void>;
}

/** Starts every job's clock. `holder` names this process in the leases. */
export function startScheduler(jobs: readonly Job[], holder: string): Scheduler {
  const stopping = new AbortController();
  const loops = new Map(jobs.map((job) => [job.name, startLoop(job, holder, stopping.signal)]));
  return {
    wake: (name) => loops.get(name)?.wake(),
    async stop(graceMilliseconds = 10_000) {
      stopping.abort();
      const ended = Promise.allSettled([...loops.values()].map((loop) => loop.ended()));
      await Promise.race([ended, new Promise((done) => setTimeout(done, graceMilliseconds).unref())]);
    },
  };
}

interface Loop { wake(): void; ended(): Promise<void> }

function startLoop(job: Job, holder: string, stopping: AbortSignal): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let again = false;
  let busy = false;
  const turn = (woken: boolean) => {
    if (stopping.aborted) return;
    clearTimeout(timer);
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    running = runOnce(job, holder, stopping, woken).finally(() => {
      busy = false;
      const soon = again;
      again = false;
      if (stopping.aborted) return;
      if (soon) return turn(true);
      timer = setTimeout(() => turn(false), job.everySeconds * 1000);
    });
  };
  stopping.addEventListener('abort', () => clearTimeout(timer));
  // A little apart, so that ten jobs do not meet at the first second of every start.
  timer = setTimeout(() => turn(false), 200 + Math.random() * Math.min(2000, job.everySeconds * 1000));
  return { wake: () => turn(true), ended: () => running };
}

/** One turn under the lease. A failure is logged and kept with the lease; the next turn comes as usual. */
export async function runOnce(job: Job, holder: string, stopping: AbortSignal, woken = false): Promise<void> {
  let error: string | null = null;
  let leased = false;
  try {
    // A full disk blocks the embedded database (security.md M6): background work can wait.
    if (lifecycle.storageLow) return;
    if (job.isDue && !(await job.isDue(now()))) return;
    // Somewhat less than the period: timers of two processes are never exactly apart.
    leased = await takeLease(job.name, holder, woken ? 0 : job.everySeconds * 0.8);
    if (!leased) return;
    await withRenewal(job, holder, () => job.run(now(), stopping));
  } catch (problem) {
    error = problem instanceof Error ? problem.message : String(problem);
    if (isDatabaseDown(problem)) log.warn({ job: job.name }, 'A job waits for the database');
    else log.error({ job: job.name, err: problem }, 'A job failed');
  } finally {
    if (leased) await releaseLease(job.name, holder, error).catch(() => undefined);
  }
}

async function withRenewal(job: Job, holder: string, work: () => Promise<void>): Promise<void> {
  const renew = () => renewLease(job.name, holder).catch(() => log.warn({ job: job.name }, 'A lease was not renewed'));
  const timer = setInterval(() => void renew(), (leaseSeconds * 1000) / 3);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
