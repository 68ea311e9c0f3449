import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareRounds, computeMedian, type Line } from '../../line';
import { type LoadRequest, measureLoad, requestBytes } from '../../load';
import { startNginx } from '../../nginx';
import { readProcessorSeconds, readResidentMegabytes } from '../../processor-time';
import { type BenchUser, buyProduct, signUp } from '../../users';
import type { World } from '../../world';
import { startWithoutTls } from '../pages/behind-nginx';

const mebibyte = 1024 * 1024;
const videoMebibytes = 50;
const VIEWERS = 100;
const COURSE = 'nextjs-from-zero';
const LESSON = '05-forms.mp4';
const measured = 'lesson bytes, 1 MiB at random places of 50 MiB';
const connectionCounts = [8, 50];

/** Makes the video large enough for sending to dominate the time. */
function makeVideo(mediaDir: string): void {
  const path = join(mediaDir, COURSE, LESSON);
  mkdirSync(join(mediaDir, COURSE), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  const file = openSync(path, 'w');
  const block = randomBytes(mebibyte);
  for (let count = 0; count < videoMebibytes; count += 1) writeSync(file, block);
  closeSync(file);
}

/** All offsets have eight digits, so that all responses have the same length. */
const ranges: readonly string[] = Array.from({ length: 200 }, () => {
  const start = 10_000_000 + Math.floor(Math.random() * (videoMebibytes * mebibyte - mebibyte - 10_000_000));
  return `bytes=${start}-${start + mebibyte - 1}`;
});

interface Contestant {
  readonly port: number;
  readonly listPids: () => readonly number[];
}

interface Contest {
  readonly measure: string;
  readonly least: number;
  readonly connections: number;
}

async function compareServers(
  world: World,
  { measure, least, connections }: Contest,
  ours: Contestant,
  learner: BenchUser,
  rounds: number,
): Promise<Line> {
  const nginx = await startNginx(world.nginxPort, [], { '/videos/': world.mediaDir });
  const asked: LoadRequest = {
    port: ours.port,
    path: `/api/user/${learner.userId}/video/stream/${COURSE}/${LESSON}`,
    headers: learner.headers,
    ranges,
  };
  const reference: LoadRequest = { port: world.nginxPort, path: `/videos/${COURSE}/${LESSON}`, ranges };
  const speeds = { ours: [] as number[], nginx: [] as number[], oursCost: [] as number[], nginxCost: [] as number[] };
  const measureLoadInto = async (request: LoadRequest, pids: readonly number[], into: number[], costs: number[]) => {
    const before = readProcessorSeconds(pids);
    const { bytes, seconds } = await measureLoad(request, { connections, seconds: 2 });
    into.push(bytes / seconds / 1e6);
    costs.push((1e9 * (readProcessorSeconds(pids) - before)) / bytes);
  };
  try {
    await measureLoad(asked, { connections, seconds: 1 });
    for (let round = 0; round < rounds; round += 1) {
      await measureLoadInto(asked, ours.listPids(), speeds.ours, speeds.oursCost);
      await measureLoadInto(reference, nginx.pids, speeds.nginx, speeds.nginxCost);
    }
  } finally {
    await nginx.stop();
  }
  const compared = compareRounds(speeds.ours, speeds.nginx);
  const formatSpeed = (values: readonly number[]) => `${Math.round(computeMedian(values))} MB/s`;
  return {
    measure: `${measure}, ${connections} connections`,
    goal: `≥ ${least} × nginx`,
    ours: formatSpeed(speeds.ours),
    reference: `${formatSpeed(speeds.nginx)} nginx`,
    ...compared,
    met: compared.ratio >= least,
    note: `every request is authorised; processor time of the service ${computeMedian(speeds.oursCost).toFixed(2)}, of nginx alone ${computeMedian(speeds.nginxCost).toFixed(2)} ms/MB`,
  };
}

/** Compares nginx authorised by the service (`SEND_FILES=accel`) with nginx alone. */
async function measureBehindNginx(world: World, learner: BenchUser, rounds: number): Promise<Line[]> {
  await world.stopSite();
  const service = world.createService({ portsAbove: 0, processor: 0 }, { SEND_FILES: 'accel', TRUSTED_PROXIES: '1' });
  await service.start();
  const example = await startWithoutTls(world, service.port);
  const lines: Line[] = [];
  try {
    for (const connections of connectionCounts) {
      const contest = { measure: `${measured}, sent by nginx (accel)`, least: 0.95, connections };
      lines.push(
        await compareServers(
          world,
          contest,
          { port: example.port, listPids: () => [service.getPid()] },
          learner,
          rounds,
        ),
      );
    }
    return lines;
  } finally {
    await example.stop();
    await service.stopSite();
    await world.start();
  }
}

async function measureMemoryPerViewer(world: World, learner: BenchUser): Promise<Line> {
  const question = requestBytes({
    port: world.port,
    path: `/api/user/${learner.userId}/video/stream/${COURSE}/${LESSON}`,
    headers: learner.headers,
  });
  const sockets: Socket[] = [];
  const openViewer = async () => {
    const socket = connect({ port: world.port, host: '127.0.0.1' });
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(question);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
  };
  for (let count = 0; count < 20; count += 1) await openViewer();
  await sleep(1500);
  const before = readResidentMegabytes(world.getPid());
  for (let count = 0; count < VIEWERS; count += 1) await openViewer();
  await sleep(1500);
  const each = (readResidentMegabytes(world.getPid()) - before) / VIEWERS;
  for (const socket of sockets) socket.destroy();
  return {
    measure: 'memory per viewer',
    goal: '≤ 0.35 MB',
    ours: `${each.toFixed(2)} MB`,
    reference: '',
    ratio: null,
    spread: null,
    met: each <= 0.35,
    note: `${VIEWERS} more who read slowly`,
  };
}

export async function measureLessonBytes(world: World, rounds: number): Promise<Line[]> {
  makeVideo(world.mediaDir);
  const learner = await signUp(world);
  await buyProduct(world, learner, 'course-nextjs');
  const lines: Line[] = [];
  for (const connections of connectionCounts)
    lines.push(
      await compareServers(
        world,
        { measure: measured, least: 0.45, connections },
        { port: world.port, listPids: () => [world.getPid()] },
        learner,
        rounds,
      ),
    );
  lines.push(await measureMemoryPerViewer(world, learner));
  lines.push(...(await measureBehindNginx(world, learner, rounds)));
  return lines;
}
