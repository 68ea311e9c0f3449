import type { Browser } from '@playwright/test';
import { recordRequests } from '../../browser';
import { copyHeaders, sendRequest } from '../../http';
import { compareRounds, computeMedian, type Line } from '../../line';
import { type LoadRequest, measureVisits } from '../../load';
import { type FixedAnswer, startNginx } from '../../nginx';
import { readProcessorSeconds } from '../../processor-time';
import type { World } from '../../world';

export async function measurePageCost(world: World, browser: Browser, rounds: number): Promise<Line[]> {
  const seen = await recordRequests(browser, `${world.env.SITE_URL}/ar/home`);
  const ours: LoadRequest[] = [];
  const fixed: FixedAnswer[] = [];
  for (const { path, headers } of seen) {
    const asked = { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0', ...headers };
    const answer = await sendRequest(world.port, path, { headers: asked });
    if (answer.status !== 200 || answer.headers['content-length'] === undefined) continue;
    ours.push({ port: world.port, path, headers: asked });
    fixed.push({ path: `/${fixed.length}`, body: answer.body, headers: copyHeaders(answer.headers) });
  }
  const nginx = await startNginx(world.nginxPort, fixed);
  const theirs = fixed.map(({ path }, index) => ({ port: world.nginxPort, path, headers: ours[index]?.headers ?? {} }));
  const costs = { ours: [] as number[], nginx: [] as number[] };
  const measure = async (requests: readonly LoadRequest[], pids: readonly number[], into: number[]) => {
    const before = readProcessorSeconds(pids);
    const done = await measureVisits(requests, { seconds: 3 });
    into.push((1000 * (readProcessorSeconds(pids) - before)) / done);
  };
  try {
    await measureVisits(ours, { seconds: 1 });
    for (let round = 0; round < rounds; round += 1) {
      await measure(ours, [world.getPid()], costs.ours);
      await measure(theirs, nginx.pids, costs.nginx);
    }
  } finally {
    await nginx.stop();
  }
  const compared = compareRounds(costs.ours, costs.nginx);
  const formatMilliseconds = (values: readonly number[]) => `${computeMedian(values).toFixed(2)} ms`;
  const ghostRatio = (490 * computeMedian(costs.nginx)) / computeMedian(costs.ours);
  const note = `${ours.length} requests a view, ${(fixed.reduce((sum, { body }) => sum + body.length, 0) / 1000).toFixed(0)} kB`;
  return [
    {
      measure: 'processor time of a cold page view',
      goal: '≤ 5 × nginx',
      ours: formatMilliseconds(costs.ours),
      reference: `${formatMilliseconds(costs.nginx)} nginx`,
      ...compared,
      met: compared.ratio <= 5,
      note,
    },
    {
      measure: 'processor time of a cold page view',
      goal: '≤ 1/100 of Ghost',
      ours: formatMilliseconds(costs.ours),
      reference: '490 × nginx (constant)',
      ratio: 1 / ghostRatio,
      spread: null,
      met: ghostRatio >= 100,
    },
  ];
}
