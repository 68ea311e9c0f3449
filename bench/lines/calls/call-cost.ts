import { Agent } from 'node:http';
import { prepareRequests, sendRequest, type Target } from '../../calls/request';
import { createScene, type Scene } from '../../calls/sample';
import { calls, findMissingSamples, personalPages } from '../../calls/targets';
import { computeMedian, type Line } from '../../line';
import { readProcessorSeconds } from '../../processor-time';
import type { World } from '../../world';

/** Repeat cheap calls until they have used this much processor time, which Linux counts in 1/100 s. */
const leastSeconds = 0.2;
/** Keep this small, because preparing each request may take a sign-up or a purchase. */
const requests = 20;
const warmRequests = 10;
const maxRounds = 3;
const maxRequests = 2000;

/** Returns milliseconds of processor time per sequential request, the median of the rounds. */
async function measureCost(target: Target, scene: Scene, rounds: number): Promise<number> {
  const { world } = scene;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const isUsedUp = typeof target.sampler === 'function';
  const prepared = await prepareRequests(target, scene, isUsedUp ? warmRequests + rounds * requests : 1);
  let next = 0;
  const sendOne = async () => sendRequest(world.port, (isUsedUp ? prepared[next++] : prepared[0])!, agent);
  const readUsedSeconds = () => readProcessorSeconds([world.getPid()]);
  try {
    for (let count = 0; count < warmRequests; count += 1) await sendOne();
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = readUsedSeconds();
      let count = 0;
      for (
        ;
        count < requests || (!isUsedUp && count < maxRequests && readUsedSeconds() - before < leastSeconds);
        count += 1
      )
        await sendOne();
      costs.push((1000 * (readUsedSeconds() - before)) / count);
    }
    return computeMedian(costs);
  } finally {
    agent.destroy();
  }
}

interface CallGroup {
  readonly measure: string;
  readonly most: number;
  readonly targets: readonly Target[];
}

async function measureCostLine({ measure, most, targets }: CallGroup, scene: Scene, rounds: number): Promise<Line> {
  const details: Record<string, number> = {};
  const failed: string[] = [];
  for (const target of targets) {
    await measureCost(target, scene, rounds).then(
      (cost) => (details[target.name] = cost),
      (error: unknown) => failed.push(`${target.name}: ${String(error)}`),
    );
    if (process.env.BENCH_DEBUG)
      process.stderr.write(`${target.name} ${details[target.name]?.toFixed(2) ?? failed.at(-1)}\n`);
  }
  const middle = computeMedian(Object.values(details));
  return {
    ...toLine({ measure, goal: `≤ ${most} ms`, most, details, failed }),
    ours: `${middle.toFixed(1)} ms`,
    met: middle <= most && failed.length === 0,
  };
}

interface CostResults {
  readonly measure: string;
  readonly goal: string;
  readonly most: number;
  readonly details: Readonly<Record<string, number>>;
  readonly failed: readonly string[];
}

export function toLine({ measure, goal, most, details, failed }: CostResults): Line {
  const sorted = Object.entries(details).sort(([, one], [, other]) => other - one);
  const [name = '', worst = 0] = sorted[0] ?? [];
  const above = sorted.filter(([, value]) => value > most);
  const shown = (above.length > 0 ? above : sorted.slice(0, 3)).map(([each, value]) => `${each} ${value.toFixed(1)}`);
  const middle = computeMedian(sorted.map(([, value]) => value));
  return {
    measure,
    goal,
    ours: `${worst.toFixed(1)} ms, ${name}`,
    reference: '',
    ratio: null,
    spread: null,
    met: above.length === 0 && failed.length === 0,
    details,
    note: [
      `${sorted.length} measured, median ${middle.toFixed(1)} ms`,
      `${above.length} above the goal`,
      shown.join(', '),
      ...failed.map((each) => `failed: ${each}`),
    ].join('; '),
  };
}

export async function callCost(world: World, rounds: number, onlyCall?: string): Promise<Line[]> {
  const scene = await createScene(world);
  const createMissingTarget = (name: string, path: string): Target => ({
    name,
    route: { path, access: 'public' },
    method: 'GET',
    sampler: {},
    isMissing: true,
  });
  const filterChosen = (targets: readonly Target[]) =>
    targets.filter(({ name }) => !onlyCall || name.includes(onlyCall));
  const groups: readonly CallGroup[] = [
    {
      measure: 'processor time of a GET call, median',
      most: 5,
      targets: filterChosen([
        ...calls.filter(({ method }) => method === 'GET'),
        createMissingTarget('an unknown call', '/api/nowhere'),
      ]),
    },
    {
      measure: 'processor time of another call, median',
      most: 12,
      targets: filterChosen(calls.filter(({ method }) => method !== 'GET')),
    },
    { measure: 'processor time of a page for a person, median', most: 18, targets: filterChosen(personalPages) },
    {
      measure: 'processor time of an unknown page, cached',
      most: 1,
      targets: filterChosen([createMissingTarget('an unknown page', '/ar/nowhere')]),
    },
  ];
  const lines: Line[] = [];
  for (const group of groups)
    if (group.targets.length > 0) lines.push(await measureCostLine(group, scene, Math.min(rounds, maxRounds)));
  const missing = findMissingSamples();
  if (missing.length > 0) {
    const text = `no sample under bench/calls, or no longer in lib/routes.ts: ${missing.join(', ')}`;
    lines.push({
      measure: 'calls without a measurement',
      goal: '0',
      ours: String(missing.length),
      reference: '',
      ratio: null,
      spread: null,
      met: false,
      note: text,
    });
  }
  return lines;
}
