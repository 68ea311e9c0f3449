import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPage } from '../../../lib/routes';
import { type PreparedRequest, prepareRequests, sendRequest, type Target } from '../../calls/request';
import { createScene, type Scene } from '../../calls/sample';
import { calls } from '../../calls/targets';
import { computePercentile, type Line } from '../../line';
import type { World } from '../../world';
import { toLine } from './call-cost';

const aSecond = 100;
const seconds = 2;
const warmRequests = 50;
const usedUpSeconds = 1;

/** Sends at a fixed rate, so that the measured time includes queueing. */
async function measureLatencies(port: number, requests: readonly PreparedRequest[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const beganMs = performance.now();
  const open: Promise<number>[] = [];
  for (const [count, each] of requests.entries()) {
    const waitMs = beganMs + (count * 1000) / aSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const answered = sendRequest(port, each, agent);
    answered.catch(() => undefined);
    open.push(answered);
  }
  try {
    return await Promise.all(open);
  } finally {
    agent.destroy();
  }
}

async function measureSlowest(target: Target, scene: Scene): Promise<number> {
  const isUsedUp = typeof target.sampler === 'function';
  const count = aSecond * (isUsedUp ? usedUpSeconds : seconds);
  const prepared = await prepareRequests(target, scene, count + warmRequests);
  await measureLatencies(scene.world.port, prepared.slice(0, warmRequests));
  return computePercentile(await measureLatencies(scene.world.port, prepared.slice(warmRequests)), 0.99);
}

const isJson = ({ route }: Target): boolean =>
  !/\.(?:xml|txt|ico|csv|xlsx)$|\/share\/|\/stream\/|\/playlist\/|\/preview\/\[|\/metrics$/.test(route.path);
const needsNoDatabase = ({ route }: Target): boolean =>
  route.cache !== undefined || (!isPage(route) && ['/version', '/api/header-tabs.css'].includes(route.path));

async function measurePace(measure: string, most: number, targets: readonly Target[], scene: Scene): Promise<Line> {
  const details: Record<string, number> = {};
  const failed: string[] = [];
  for (const target of targets) {
    await measureSlowest(target, scene).then(
      (slowest) => (details[target.name] = slowest),
      (error: unknown) => failed.push(`${target.name}: ${String(error)}`),
    );
    if (process.env.BENCH_DEBUG)
      process.stderr.write(`${target.name} ${details[target.name]?.toFixed(2) ?? failed.at(-1)}\n`);
  }
  return toLine({ measure, goal: `≤ ${most} ms`, most, details, failed });
}

export async function callPace(world: World, onlyCall?: string): Promise<Line[]> {
  const scene = await createScene(world);
  const asked = calls.filter((target) => isJson(target) && (!onlyCall || target.name.includes(onlyCall)));
  return [
    await measurePace('a JSON call at 100/s without the database, p99', 15, asked.filter(needsNoDatabase), scene),
    await measurePace(
      'a JSON call at 100/s on PGlite, p99',
      40,
      asked.filter((target) => !needsNoDatabase(target)),
      scene,
    ),
  ];
}
