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
import { startPageDrops } from '@/lib/cache/broadcast';
import { startSearchVisits } from './search-visits';
import { startScheduler } from './scheduler';

interface Running { stop(): Promise<void> }
const held = globalThis as { __jobs?: Promise<Running> | undefined };

/** Background jobs, page drops between processes and the control socket; once a process, whoever asks. */
export async function startJobs(): Promise<void> {
  held.__jobs ??= begin();
  await held.__jobs;
}

/** Waits for what runs, before the database closes. */
export async function stopJobs(): Promise<void> {
  const running = await held.__jobs;
  held.__jobs = undefined;
  await running?.stop();
}

async function begin(): Promise<Running> {
  const control = await startControl(config().dataDir, commands);
  if ((await openDatabase()).kind === 'pglite') await endAllLeases();
  const drops = startPageDrops(() => invalidateHere(['*'], false));
  const visits = startSearchVisits();
  const scheduler = startScheduler(allJobs(), `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`);
  return {
    async stop() {
      await Promise.all([scheduler.stop(), visits.stop(), drops.stop(), control.stop()]);
    },
  };
}
