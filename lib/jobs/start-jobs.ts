import 'server-only';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { config } from '@/lib/config/config';
import { commands } from '@/lib/control/commands';
import { startControl } from '@/lib/control/server';
import { openDatabase } from '@/lib/database/client';
import { invalidateHere } from '@/lib/cache/invalidate';
import { allJobs } from './all-jobs';
import { endAllLeases } from './lease';
import { startBroadcast } from '@/lib/cache/broadcast';
import { startSearchVisits } from './search-visits';
import { startScheduler } from './scheduler';

interface Running { stop(): Promise<void> }
const processState = globalThis as { __jobs?: Promise<Running> | undefined };

/** Starts the jobs, invalidation between processes and the control socket, once per process. */
export async function startJobs(): Promise<void> {
  processState.__jobs ??= begin();
  await processState.__jobs;
}

/** Waits for running jobs; to be called before the database closes. */
export async function stopJobs(): Promise<void> {
  const running = await processState.__jobs;
  processState.__jobs = undefined;
  await running?.stop();
}

async function begin(): Promise<Running> {
  const control = await startControl(config().dataDir, commands);
  if ((await openDatabase()).kind === 'pglite') await endAllLeases();
  const drops = startBroadcast(() => invalidateHere(['*'], false));
  const visits = startSearchVisits();
  const scheduler = startScheduler(allJobs(), `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`);
  return {
    async stop() {
      await Promise.all([scheduler.stop(), visits.stop(), drops.stop(), control.stop()]);
    },
  };
}
