import { Agent, request } from 'node:http';
import { ask } from '../ask';
import { percentile, type Line } from '../line';
import { processorSeconds } from '../processor-time';
import { buy, signUp } from '../learner';
import type { World } from '../world';

const A_SECOND = 100;
const SECONDS = 8;

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
  for (let count = 0; count < A_SECOND * SECONDS; count += 1) {
    const due = began + (count * 1000) / A_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    open.push(one(paths[count % paths.length] ?? '/'));
  }
  await Promise.all(open);
  agent.destroy();
  return times;
}

const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;

/** JSON calls at 100 a second: the slowest in a hundred. */
export async function calls(world: World): Promise<Line[]> {
  const learner = await signUp(world);
  await buy(world, learner, 'course-nextjs');
  const without = ['/config/config.json', '/api/gettype/localhost/hero', '/assets/midan/pages-components.json', '/assets/i18n/ar.json'];
  const withDatabase = ['/api/blogs?lang=ar', '/api/payment/getProducts', `/api/user/${learner.userId}/profile/getMyCourses`, `/api/user/${learner.userId}/profile/getMyPayments`, `/api/user/${learner.userId}/progress/nextjs-from-zero`];
  const lines: Line[] = [];
  for (const [measure, paths, most] of [['JSON calls at 100/s without the database, p99', without, 5], ['JSON calls at 100/s on PGlite, p99', withDatabase, 25]] as const) {
    const known: string[] = [];
    for (const path of paths) if ((await ask(world.port, path, { headers: learner.headers })).status === 200) known.push(path);
    // A call's first answer after a start loads its route; what is measured is a service at work.
    await pace(world.port, known, learner.headers);
    const before = processorSeconds([world.pid()]);
    const times = await pace(world.port, known, learner.headers);
    const cost = (1000 * (processorSeconds([world.pid()]) - before)) / times.length;
    const slow = percentile(times, 0.99);
    lines.push({ measure, goal: `≤ ${most} ms`, ours: milliseconds(slow), reference: `median ${milliseconds(percentile(times, 0.5))}`, ratio: null, spread: null, met: slow <= most, note: `${cost.toFixed(1)} ms of processor time a call; ${known.join(' ').replaceAll(learner.userId, '{userId}')}` });
  }
  return lines;
}
