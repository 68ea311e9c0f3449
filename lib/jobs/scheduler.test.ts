import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '@/lib/database/client';
import { recorded } from '@/lib/process/recorded-metrics';
import { resetDatabase } from '@/tests/support/database';
import * as lease from './lease';
import { endAllLeases, takeLease } from './lease';
import { type Job, runJobOnce, startScheduler } from './scheduler';

const never = new AbortController().signal;
const createCountingJob = (extra: Partial<Job> = {}) => {
  const job = { name: 'count', everySeconds: 60, runs: 0, run: async () => void (job.runs += 1), ...extra };
  return job;
};

describe('scheduler', () => {
  beforeEach(resetDatabase);
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const createPatientJob = () => {
    let entered = () => {};
    const inside = new Promise<void>((done) => (entered = done));
    const run = (_now: Date, stopping: AbortSignal) =>
      new Promise<void>((done) => {
        stopping.addEventListener('abort', () => done());
        entered();
      });
    return { inside, job: createCountingJob({ run }) };
  };

  it('a run whose lease was taken by another process stops and leaves that lease alone [R23]', async () => {
    const { inside, job } = createPatientJob();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const running = runJobOnce(job, 'slow', never);
    await inside;
    const client = await db();
    await client.jobLease.update({ where: { name: 'count' }, data: { until: new Date(Date.now() - 1000) } });
    expect(await takeLease('count', 'other', 60)).toBe(true);
    vi.advanceTimersByTime(7000);
    await running;
    expect(
      await client.jobLease.findUniqueOrThrow({ where: { name: 'count' }, select: { holder: true, lastRunAt: true } }),
    ).toEqual({ holder: 'other', lastRunAt: null });
  });

  it('a run continues while its lease is renewed, and stops when renewals have failed for the length of the lease [R23]', async () => {
    const { inside, job } = createPatientJob();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const renewing = vi.spyOn(lease, 'renewLease');
    let isOver = false;
    const running = runJobOnce(job, 'slow', never).then(() => (isOver = true));
    await inside;
    const advanceRenewals = async (count: number) => {
      vi.advanceTimersByTime(7000);
      await vi.waitFor(() => expect(renewing).toHaveBeenCalledTimes(count));
      await Promise.allSettled(renewing.mock.results.map(({ value }) => value as Promise<boolean>));
    };
    for (const count of [1, 2, 3, 4]) await advanceRenewals(count);
    renewing.mockRejectedValue(new Error('no database'));
    for (const count of [5, 6]) await advanceRenewals(count);
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(7000);
    await running;
  });

  it('a renewal delayed by a backup of the embedded database still counts as in time [R23, R22]', async () => {
    const { inside, job } = createPatientJob();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const waiting: Array<(renewed: boolean) => void> = [];
    const renewing = vi
      .spyOn(lease, 'renewLease')
      .mockImplementation(() => new Promise((resolve) => waiting.push(resolve)));
    let isOver = false;
    const running = runJobOnce(job, 'slow', never).then(() => (isOver = true));
    await inside;
    vi.advanceTimersByTime(28_000);
    expect(waiting.length).toBe(4);
    for (const resolve of waiting.splice(0)) resolve(true);
    await Promise.all(renewing.mock.results.map(({ value }) => value as Promise<boolean>));
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(7000);
    for (const resolve of waiting) resolve(false);
    await running;
  });

  it('a job runs once a period, however many processes try [R20, O4]', async () => {
    const job = createCountingJob();
    await Promise.all(['one', 'two', 'three'].map((holder) => runJobOnce(job, holder, never)));
    await runJobOnce(job, 'four', never);
    expect(job.runs).toBe(1);
  });

  it('a held lease is respected, and taken over once its holder stops renewing it [R23]', async () => {
    const client = await db();
    expect(await takeLease('count', 'dead', 60)).toBe(true);
    const job = createCountingJob();
    await runJobOnce(job, 'living', never);
    expect(job.runs).toBe(0);
    await client.jobLease.update({ where: { name: 'count' }, data: { until: new Date(Date.now() - 1000) } });
    await runJobOnce(job, 'living', never);
    expect(job.runs).toBe(1);
  });

  it('jobs run again after a clock that was a year ahead is corrected [R15]', async () => {
    const client = await db();
    const ahead = new Date(Date.now() + 365 * 24 * 3600_000);
    await client.jobLease.create({ data: { name: 'count', holder: 'one', until: ahead, lastRunAt: ahead } });
    const job = createCountingJob();
    await runJobOnce(job, 'two', never);
    expect(job.runs).toBe(1);
    expect((await client.jobLease.findUniqueOrThrow({ where: { name: 'count' } })).lastRunAt!.getTime()).toBeLessThan(
      ahead.getTime(),
    );
  });

  it('after the only process is killed, its jobs continue at once [R01]', async () => {
    await takeLease('count', 'killed', 60);
    await endAllLeases();
    const job = createCountingJob();
    await runJobOnce(job, 'living', never);
    expect(job.runs).toBe(1);
  });

  it('a job whose due check throws is recorded as failing until a check succeeds [R23]', async () => {
    const isDue = vi.fn().mockRejectedValueOnce(new Error('no such table')).mockResolvedValue(false);
    const job = createCountingJob({ everySeconds: 0, isDue });
    const countFailures = async () =>
      (await recorded.jobFailures.get()).values.find(({ labels }) => labels.job === 'count')?.value ?? 0;
    const before = await countFailures();
    const readLastError = async () =>
      (await (await db()).jobLease.findUniqueOrThrow({ where: { name: 'count' } })).lastError;
    await runJobOnce(job, 'one', never);
    expect([await readLastError(), await countFailures(), job.runs]).toEqual(['no such table', before + 1, 0]);
    await runJobOnce(job, 'one', never);
    await runJobOnce(job, 'one', never);
    expect([await readLastError(), job.runs]).toEqual([null, 1]);
  });

  it('a job that throws is recorded with its error and runs again [R23]', async () => {
    const job = createCountingJob({ everySeconds: 0, run: async () => Promise.reject(new Error('no mail server')) });
    await runJobOnce(job, 'one', never);
    const lease = await (await db()).jobLease.findUniqueOrThrow({ where: { name: 'count' } });
    expect(lease.lastError).toBe('no mail server');
    let ran = false;
    await runJobOnce({ ...job, run: async () => void (ran = true) }, 'one', never);
    expect(ran).toBe(true);
    expect((await (await db()).jobLease.findUniqueOrThrow({ where: { name: 'count' } })).lastError).toBeNull();
  });

  it('a job that is not due takes no lease [O4]', async () => {
    await runJobOnce(createCountingJob({ isDue: async () => false }), 'one', never);
    expect(await (await db()).jobLease.count()).toBe(0);
  });

  it('a stop waits for the running job and starts no other [R18]', async () => {
    let release = () => {};
    let entered = () => {};
    const inside = new Promise<void>((done) => (entered = done));
    const job = createCountingJob({
      everySeconds: 0,
      run: async () => {
        job.runs += 1;
        entered();
        await new Promise<void>((done) => (release = done));
      },
    });
    const scheduler = startScheduler([job], 'one');
    await inside;
    let stopped = false;
    const stop = scheduler.stop().then(() => (stopped = true));
    await new Promise((done) => setImmediate(done));
    expect(stopped).toBe(false);
    release();
    await stop;
    await sleep(20);
    expect(job.runs).toBe(1);
  });
});
