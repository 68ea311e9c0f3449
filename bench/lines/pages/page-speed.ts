import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyHeaders, sendRequest } from '../../http';
import { compareRounds, type Line } from '../../line';
import { measureLoad } from '../../load';
import { type FixedAnswer, startNginx } from '../../nginx';
import { spawnPinned } from '../../pinned';
import { readProcessorSeconds } from '../../processor-time';
import type { World } from '../../world';

interface BareServer {
  readonly port: number;
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

const program = `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const [port, folder] = process.argv.slice(2);
const body = readFileSync(folder + '/body');
const headers = Object.entries({ ...JSON.parse(readFileSync(folder + '/headers.json', 'utf8')), 'content-length': body.length }).flat();
createServer({ keepAliveTimeout: 65_000, noDelay: true }, (request, response) => { response.writeHead(200, headers); response.end(body); })
  .listen(Number(port), '127.0.0.1', () => process.stdout.write('listening'));
`;

/** Sends bytes from memory, the least work that Node's HTTP server can do for a request. */
async function startBareServer(port: number, { body, headers }: FixedAnswer): Promise<BareServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bare-'));
  writeFileSync(join(folder, 'body'), body);
  writeFileSync(join(folder, 'headers.json'), JSON.stringify(headers));
  writeFileSync(join(folder, 'server.mjs'), program);
  const child = spawnPinned([process.execPath, join(folder, 'server.mjs'), String(port), folder], 0);
  await once(child.stdout, 'data');
  return {
    port,
    pids: [child.pid ?? 0],
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const PATH = '/ar/home';
const HEADERS = { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0', 'accept-language': 'ar' };
const formatThousands = (value: number): string => Math.round(value).toLocaleString('en');

/** Compares throughput and processor time with a bare Node server and nginx sending the same bytes. */
export async function measurePageSpeed(world: World, rounds: number): Promise<Line[]> {
  await sendRequest(world.port, PATH, { headers: HEADERS });
  await sleep(1500);
  const { body, headers } = await sendRequest(world.port, PATH, { headers: HEADERS });
  const answer = { path: PATH, body, headers: copyHeaders(headers) };
  const nginx = await startNginx(world.nginxPort, [answer]);
  const bare = await startBareServer(world.nginxPort + 1, answer);
  const results = {
    ours: [] as number[],
    bare: [] as number[],
    nginx: [] as number[],
    oursCost: [] as number[],
    bareCost: [] as number[],
    nginxCost: [] as number[],
  };
  const measure = async (port: number, pids: readonly number[], speeds: number[], costs: number[]) => {
    const before = readProcessorSeconds(pids);
    const { answers, seconds } = await measureLoad({ port, path: PATH, headers: HEADERS });
    speeds.push(answers / seconds);
    costs.push((1e6 * (readProcessorSeconds(pids) - before)) / answers);
  };
  try {
    await measureLoad({ port: world.port, path: PATH, headers: HEADERS }, { seconds: 1 });
    for (let round = 0; round < rounds; round += 1) {
      await measure(world.port, [world.getPid()], results.ours, results.oursCost);
      await measure(bare.port, bare.pids, results.bare, results.bareCost);
      await measure(nginx.port, nginx.pids, results.nginx, results.nginxCost);
    }
  } finally {
    await Promise.all([nginx.stop(), bare.stop()]);
  }
  const besideBare = compareRounds(results.ours, results.bare);
  const speed = compareRounds(results.ours, results.nginx);
  const formatMean = (values: readonly number[]) =>
    formatThousands(values.reduce((sum, value) => sum + value, 0) / values.length);
  const ghost = 2600 * speed.ratio;
  return [
    {
      measure: 'public page, requests/s',
      goal: '≥ 0.9 × bare node:http',
      ours: formatMean(results.ours),
      reference: `${formatMean(results.bare)} bare node:http`,
      ...besideBare,
      met: besideBare.ratio >= 0.9,
      note: `processor time a request: ours ${formatMean(results.oursCost)} µs, bare node:http ${formatMean(results.bareCost)} µs, nginx ${formatMean(results.nginxCost)} µs`,
    },
    {
      measure: 'public page, requests/s',
      goal: 'about 0.45 × nginx',
      ours: formatMean(results.ours),
      reference: `${formatMean(results.nginx)} nginx`,
      ...speed,
      met: speed.ratio >= 0.4,
      note: 'the asking side may be what limits both',
    },
    {
      measure: 'public page, requests/s',
      goal: '≥ 1,000 × Ghost',
      ours: `${formatThousands(ghost)} × Ghost`,
      reference: '1/2,600 of nginx (constant)',
      ratio: ghost,
      spread: null,
      met: ghost >= 1000,
    },
  ];
}
