import { Agent, request } from 'node:http';
import { ask, sameHeaders } from '../ask';
import { median, percentile, ratios, spreadOf, type Line } from '../line';
import { startNginx } from '../nginx';
import { processorSeconds } from '../processor-time';
import { buy, signUp, type Learner } from '../learner';
import type { World } from '../world';

const aSecond = 100;
const seconds = 4;
const warmSeconds = 16;

/** Asks at a fixed pace, whether or not earlier answers have come: waiting in line counts. */
async function pace(port: number, paths: readonly string[], headers: Readonly<Record<string, string>>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const times: number[] = [];
  const one = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const began = performance.now();
      const asked = request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
        response.resume();
        response.on('end', () => {
          times.push(performance.now() - began);
          resolve();
        });
      });
      asked.on('error', reject);
      asked.end();
    });
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let count = 0; count < aSecond * seconds; count += 1) {
    const due = began + (count * 1000) / aSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    open.push(one(paths[count % paths.length] ?? '/'));
  }
  await Promise.all(open);
  agent.destroy();
  return times;
}

const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;

interface Paced {
  readonly measure: string;
  readonly paths: readonly string[];
  readonly most: number;
}

/**
 * Ours and nginx with the same bytes, in turn. What nginx's slowest in a hundred takes is what the machine itself
 * takes at this pace, its pauses for others included.
 */
async function beside(world: World, learner: Learner, { measure, paths, most }: Paced, rounds: number): Promise<Line> {
  const answers = await Promise.all(paths.map((path) => ask(world.port, path, { headers: learner.headers })));
  for (const [index, { status }] of answers.entries()) if (status !== 200) throw new Error(`${paths[index]} answered ${status}`);
  const plain = paths.map((_path, index) => `/call-${index}`);
  const nginx = await startNginx(world.nginxPort, answers.map(({ body, headers }, index) => ({ path: plain[index] ?? '/', body, headers: sameHeaders(headers) })));
  const slow = { ours: [] as number[], nginx: [] as number[] };
  const all: number[] = [];
  try {
    // A call's first answers after a start load its route and compile it; what is measured is a service at work.
    for (let second = 0; second < warmSeconds; second += seconds) await pace(world.port, paths, learner.headers);
    const before = processorSeconds([world.pid()]);
    for (let round = 0; round < rounds; round += 1) {
      const times = await pace(world.port, paths, learner.headers);
      all.push(...times);
      slow.ours.push(percentile(times, 0.99));
      slow.nginx.push(percentile(await pace(nginx.port, plain, {}), 0.99));
    }
    const cost = (1000 * (processorSeconds([world.pid()]) - before)) / all.length;
    const ours = median(slow.ours);
    return {
      measure, goal: `≤ ${most} ms`, ours: `${milliseconds(ours)} (${spreadOf(slow.ours, 1)})`, reference: `${milliseconds(median(slow.nginx))} (${spreadOf(slow.nginx, 1)}) nginx`,
      ...ratios(slow.ours, slow.nginx), met: ours <= most,
      note: `median of all ${milliseconds(percentile(all, 0.5))}; ${cost.toFixed(1)} ms of processor time a call; ${paths.join(' ').replaceAll(learner.userId, '{userId}')}`,
    };
  } finally {
    await nginx.stop();
  }
}

/** JSON calls at 100 a second: the slowest in a hundred, median of the rounds. */
export async function calls(world: World, rounds: number): Promise<Line[]> {
  const learner = await signUp(world);
  await buy(world, learner, 'course-nextjs');
  const of = (path: string) => `/api/user/${learner.userId}/${path}`;
  const without = ['/config/config.json', '/api/gettype/localhost/hero', '/assets/midan/pages-components.json', '/assets/i18n/ar.json'];
  const withDatabase = ['/api/blogs?lang=ar', '/api/payment/getProducts', of('profile/getMyCourses'), of('profile/getMyPayments'), of('progress/nextjs-from-zero')];
  return [
    await beside(world, learner, { measure: 'JSON calls at 100/s without the database, p99', paths: without, most: 5 }, rounds),
    await beside(world, learner, { measure: 'JSON calls at 100/s on PGlite, p99', paths: withDatabase, most: 25 }, rounds),
  ];
}
