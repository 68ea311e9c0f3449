import { ask, sameHeaders } from '../ask';
import { ratios, type Line } from '../line';
import { load } from '../load';
import { startNginx } from '../nginx';
import { processorSeconds } from '../processor-time';
import type { World } from '../world';

const PATH = '/ar/home';
const HEADERS = { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0', 'accept-language': 'ar' };
const thousand = (value: number): string => Math.round(value).toLocaleString('en');

/** Requests a second for a public page beside nginx on the same bytes, and what a request costs the processor. */
export async function pageSpeed(world: World, rounds: number): Promise<Line[]> {
  await ask(world.port, PATH, { headers: HEADERS });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { body, headers } = await ask(world.port, PATH, { headers: HEADERS });
  const nginx = await startNginx(world.nginxPort, [{ path: PATH, body, headers: sameHeaders(headers) }]);
  const results = { ours: [] as number[], nginx: [] as number[], oursCost: [] as number[], nginxCost: [] as number[] };
  const measure = async (port: number, pids: readonly number[], speeds: number[], costs: number[]) => {
    const before = processorSeconds(pids);
    const { answers, seconds } = await load({ port, path: PATH, headers: HEADERS });
    speeds.push(answers / seconds);
    costs.push((1e6 * (processorSeconds(pids) - before)) / answers);
  };
  try {
    await load({ port: world.port, path: PATH, headers: HEADERS }, { seconds: 1 });
    for (let round = 0; round < rounds; round += 1) {
      await measure(world.port, [world.pid()], results.ours, results.oursCost);
      await measure(nginx.port, nginx.pids, results.nginx, results.nginxCost);
    }
  } finally {
    await nginx.stop();
  }
  const speed = ratios(results.ours, results.nginx);
  const middle = (values: readonly number[]) => thousand(values.reduce((sum, value) => sum + value, 0) / values.length);
  const ghost = 2600 * speed.ratio;
  return [
    { measure: 'public page, requests/s', goal: '≥ 0.50 × nginx', ours: middle(results.ours), reference: `${middle(results.nginx)} nginx`, ...speed, met: speed.ratio >= 0.5,
      note: `processor time a request: ours ${middle(results.oursCost)} µs, nginx ${middle(results.nginxCost)} µs; the asking side may be what limits both` },
    { measure: 'public page, requests/s', goal: '≥ 1,000 × Ghost', ours: `${thousand(ghost)} × Ghost`, reference: '1/2,600 of nginx (constant)', ratio: ghost, spread: null, met: ghost >= 1000 },
  ];
}
