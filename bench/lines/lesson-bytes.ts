import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { median, ratios, type Line } from '../line';
import { buy, signUp, type Learner } from '../learner';
import { load, questionOf, type Request } from '../load';
import { startNginx } from '../nginx';
import { processorSeconds, residentMegabytes } from '../processor-time';
import type { World } from '../world';

const mebibyte = 1024 * 1024;
const videoMebibytes = 96;
const VIEWERS = 100;
const COURSE = 'nextjs-from-zero';
const LESSON = '05-forms.mp4';

/** A video big enough that sending it is what takes the time. */
function makeVideo(mediaDir: string): void {
  const path = join(mediaDir, COURSE, LESSON);
  mkdirSync(join(mediaDir, COURSE), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  const file = openSync(path, 'w');
  const block = randomBytes(mebibyte);
  for (let count = 0; count < videoMebibytes; count += 1) writeSync(file, block);
  closeSync(file);
}

interface Contest {
  readonly name: string;
  readonly range: string;
}

const contests: readonly Contest[] = [
  { name: 'lesson bytes, ranges of 1 MiB', range: `bytes=${8 * mebibyte}-${9 * mebibyte - 1}` },
  { name: 'lesson bytes, from the middle to the end (as a player asks)', range: `bytes=${48 * mebibyte}-` },
];

async function compare(world: World, { name, range }: Contest, learner: Learner, rounds: number): Promise<Line> {
  const nginx = await startNginx(world.nginxPort, [], { '/videos/': world.mediaDir });
  const ours: Request = { port: world.port, path: `/api/user/${learner.userId}/video/stream/${COURSE}/${LESSON}`, headers: { ...learner.headers, range } };
  const theirs: Request = { port: world.nginxPort, path: `/videos/${COURSE}/${LESSON}`, headers: { range } };
  const speeds = { ours: [] as number[], nginx: [] as number[], oursCost: [] as number[], nginxCost: [] as number[] };
  const measure = async (request: Request, pids: readonly number[], into: number[], costs: number[]) => {
    const before = processorSeconds(pids);
    const { bytes, seconds } = await load(request, { connections: 6, seconds: 2 });
    into.push(bytes / seconds / 1e6);
    costs.push((1e9 * (processorSeconds(pids) - before)) / bytes);
  };
  try {
    await load(ours, { connections: 6, seconds: 1 });
    for (let round = 0; round < rounds; round += 1) {
      await measure(ours, [world.pid()], speeds.ours, speeds.oursCost);
      await measure(theirs, nginx.pids, speeds.nginx, speeds.nginxCost);
    }
  } finally {
    await nginx.stop();
  }
  const compared = ratios(speeds.ours, speeds.nginx);
  const speed = (values: readonly number[]) => `${Math.round(median(values))} MB/s`;
  return {
    measure: name, goal: '≥ 0.55 × nginx', ours: speed(speeds.ours), reference: `${speed(speeds.nginx)} nginx`, ...compared, met: compared.ratio >= 0.55,
    note: `every request is authorised; processor time ours ${median(speeds.oursCost).toFixed(2)}, nginx ${median(speeds.nginxCost).toFixed(2)} ms/MB`,
  };
}

/** Viewers who have asked for a whole video and read slowly, as viewers do. */
async function memoryPerViewer(world: World, learner: Learner): Promise<Line> {
  const question = questionOf({ port: world.port, path: `/api/user/${learner.userId}/video/stream/${COURSE}/${LESSON}`, headers: learner.headers });
  const sockets: Socket[] = [];
  const open = async () => {
    const socket = connect({ port: world.port, host: '127.0.0.1' });
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(question);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
  };
  for (let count = 0; count < 20; count += 1) await open();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const before = residentMegabytes(world.pid());
  for (let count = 0; count < VIEWERS; count += 1) await open();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const each = (residentMegabytes(world.pid()) - before) / VIEWERS;
  for (const socket of sockets) socket.destroy();
  return { measure: 'memory per viewer', goal: '≤ 0.35 MB', ours: `${each.toFixed(2)} MB`, reference: '', ratio: null, spread: null, met: each <= 0.35, note: `${VIEWERS} more who read slowly` };
}

export async function lessonBytes(world: World, rounds: number): Promise<Line[]> {
  makeVideo(world.mediaDir);
  const learner = await signUp(world);
  await buy(world, learner, 'course-nextjs');
  const lines: Line[] = [];
  for (const contest of contests) lines.push(await compare(world, contest, learner, rounds));
  lines.push(await memoryPerViewer(world, learner));
  return lines;
}
