import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../../http';
import { compareRounds, computeMedian, computePercentile, formatSpread, type Line } from '../../line';
import { type BenchUser, billing, password, signUp } from '../../users';
import type { Service, World } from '../../world';

const CONNECTIONS = 60;
const TIMES = 40;
/** Each buyer checks out eight times, because the limit is ten per hour. */
const checkoutsOfOne = 8;

type Work = (count: number) => Promise<number>;

async function measureSlowestRequest(work: Work, first: number): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < TIMES; count += 1) {
    times.push(await work(first + count));
    await sleep(20);
  }
  return computePercentile(times, 0.95);
}

async function measureTime(
  port: number,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const text = JSON.stringify(body);
  const answer = await sendRequest(port, path, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
  });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.toString()}`);
  return answer.milliseconds;
}

/** Keeps requesting missing pages and new searches until `work` ends. */
async function measureInCrowd(port: number, work: () => Promise<number>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let over = false;
  let count = 0;
  const crowd = Array.from({ length: CONNECTIONS }, async (_, place) => {
    while (!over) {
      count += 1;
      await sendRequest(port, place % 2 === 0 ? `/en/nowhere-${count}` : `/en/articles?q=word${count}`, {
        headers: { accept: 'text/html', 'accept-encoding': 'br' },
        agent,
      });
    }
  });
  try {
    await sleep(500);
    return await work();
  } finally {
    over = true;
    await Promise.all(crowd);
    agent.destroy();
  }
}

async function compareInCrowd(port: number, measure: string, work: Work, rounds: number): Promise<Line> {
  const [busy, quiet] = [[] as number[], [] as number[]];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await measureSlowestRequest(work, 2 * round * TIMES));
    busy.push(await measureInCrowd(port, () => measureSlowestRequest(work, (2 * round + 1) * TIMES)));
  }
  const compared = compareRounds(busy, quiet);
  return {
    measure: `${measure}, p95, while ${CONNECTIONS} connections ask for unknown pages and searches`,
    goal: '≤ 2 × undisturbed',
    ours: `${computeMedian(busy).toFixed(0)} ms (${formatSpread(busy, 0)})`,
    reference: `${computeMedian(quiet).toFixed(0)} ms undisturbed`,
    ...compared,
    met: compared.ratio <= 2,
  };
}

export async function measureCrowd(world: World, rounds: number): Promise<Line[]> {
  const buyers: BenchUser[] = [];
  while (buyers.length * checkoutsOfOne < 2 * rounds * TIMES) buyers.push(await signUp(world));
  await world.stopSite();
  const service: Service = world.createTwin({ LIMIT_SCALE: '1' });
  try {
    await service.start();
    const { port } = service;
    const signIn: Work = () => measureTime(port, '/auth/loginAsUser', { email: buyers[0]!.email, sub: password });
    const startCheckoutOfBuyer: Work = (count) => {
      const { userId, headers } = buyers[Math.floor(count / checkoutsOfOne)]!;
      return measureTime(
        port,
        `/api/payment/${userId}/sendPaymentRequest`,
        { productKey: 'course-nextjs', billing_data: billing },
        headers,
      );
    };
    return [
      await compareInCrowd(port, 'sign-in', signIn, rounds),
      await compareInCrowd(port, 'checkout', startCheckoutOfBuyer, rounds),
    ];
  } finally {
    await service.stopSite();
    await world.start();
  }
}
