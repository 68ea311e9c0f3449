import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeExample } from '../../../scripts/environment/nginx-example';
import { copyHeaders, sendRequest } from '../../http';
import { compareRounds, computeMedian, type Line } from '../../line';
import { type LoadRequest, measureLoad } from '../../load';
import { startNginx } from '../../nginx';
import { spawnPinned } from '../../pinned';
import { readProcessorSeconds } from '../../processor-time';
import type { World } from '../../world';

const path = '/ar/home';
const headers = { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0', 'accept-language': 'ar' };

export interface BehindNginx {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts nginx with `deploy/nginx.conf`, but without TLS, which the reference does not use either. */
export async function startWithoutTls(world: World, upstreamPort: number): Promise<BehindNginx> {
  const port = world.nginxPort + 2;
  const folder = mkdtempSync(join(tmpdir(), 'bench-example-'));
  mkdirSync(join(folder, 'cache'));
  const file = writeExample({ folder, mediaDir: world.mediaDir, upstreamPorts: [upstreamPort], port });
  const text = readFileSync(file, 'utf8')
    .replace(`127.0.0.1:${port} ssl http2;`, `127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_.*$/gm, '');
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  writeFileSync(
    file,
    user +
      text.replace(
        'access_log off;',
        'access_log off; keepalive_requests 1000000000; open_file_cache max=1000; sendfile on; tcp_nopush on;',
      ),
  );
  const child = spawnPinned(['nginx', '-p', folder, '-c', file], 0);
  await sleep(400);
  if (child.exitCode !== null)
    throw new Error(`nginx did not start on deploy/nginx.conf: ${String(child.stderr.read() ?? '')}`);
  return {
    port,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Compares a page from nginx's cache with a file of the same bytes. */
export async function measureBehindNginx(world: World, rounds: number): Promise<Line[]> {
  await world.stopSite();
  const service = world.createService({ portsAbove: 0, processor: 0 }, { TRUSTED_PROXIES: '1' });
  await service.start();
  const cached = await startWithoutTls(world, service.port);
  const first = await sendRequest(cached.port, path, { headers });
  const nginx = await startNginx(world.nginxPort, [{ path, body: first.body, headers: copyHeaders(first.headers) }]);
  const speeds = { cached: [] as number[], nginx: [] as number[] };
  const used: number[] = [];
  const measure = async (port: number, into: number[]) => {
    const request: LoadRequest = { port, path, headers };
    const { answers, seconds } = await measureLoad(request);
    into.push(answers / seconds);
  };
  try {
    await measure(cached.port, []);
    for (let round = 0; round < rounds; round += 1) {
      const before = readProcessorSeconds([service.getPid()]);
      await measure(cached.port, speeds.cached);
      used.push(readProcessorSeconds([service.getPid()]) - before);
      await measure(nginx.port, speeds.nginx);
    }
  } finally {
    await Promise.all([cached.stop(), nginx.stop()]);
    await service.stopSite();
    await world.start();
  }
  const compared = compareRounds(speeds.cached, speeds.nginx);
  const formatSpeed = (values: readonly number[]) => Math.round(computeMedian(values)).toLocaleString('en');
  return [
    {
      measure: 'public page behind deploy/nginx.conf with its cache, requests/s',
      goal: '≥ 0.9 × nginx static',
      ours: formatSpeed(speeds.cached),
      reference: `${formatSpeed(speeds.nginx)} nginx static`,
      ...compared,
      met: compared.ratio >= 0.9,
      note: `both without TLS; the service behind it used ${(1000 * computeMedian(used)).toFixed(0)} ms of processor time in 2 s`,
    },
  ];
}
