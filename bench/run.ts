import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { root } from '../scripts/environment/set-up.mjs';
import { launchBrowser } from './browser';
import { tableOf, unmeasuredLine, type Line } from './line';
import { behindNginxLines } from './lines/pages/behind-nginx';
import { callCost } from './lines/calls/call-cost';
import { callPace } from './lines/calls/call-pace';
import { crowdLines } from './lines/calls/crowd';
import { firstFrame } from './lines/lessons/first-frame';
import { firstPaint } from './lines/pages/first-paint';
import { exportsOfAMonth } from './lines/service/exports';
import { growthLines } from './lines/service/growth';
import { interactionLines } from './lines/pages/interaction';
import { linkPress } from './lines/pages/link-press';
import { lessonBytes } from './lines/lessons/lesson-bytes';
import { memoryLines } from './lines/service/memory';
import { pageCost } from './lines/pages/page-cost';
import { pageSpeedLines } from './lines/pages/page-speed';
import { pageWeight } from './lines/pages/page-weight';
import { timingEqualityLines } from './lines/calls/timing-equality';
import { searchTime } from './lines/service/search';
import { startTime } from './lines/service/start';
import { twoProcessesLines } from './lines/service/two-processes';
import { hasNginx } from './nginx';
import { isPinned } from './pinned';
import { createWorld, type World } from './world';

// npm run bench [-- --rounds=5] [--only=page-speed,call-cost] [--call=getProducts]
const readOption = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
const rounds = Number(readOption('rounds') ?? 5);
const only = readOption('only')?.split(',');
const lines: Line[] = [];

interface Step {
  readonly name: string;
  readonly needs: readonly ('nginx' | 'browser')[];
  readonly run: (world: World, browser: Browser) => Promise<Line[]>;
}

const steps: readonly Step[] = [
  { name: 'start', needs: [], run: (world) => startTime(world, rounds) },
  { name: 'page-speed', needs: ['nginx'], run: (world) => pageSpeedLines(world, rounds) },
  { name: 'behind-nginx', needs: ['nginx'], run: (world) => behindNginxLines(world, rounds) },
  { name: 'page-cost', needs: ['nginx', 'browser'], run: (world, browser) => pageCost(world, browser, rounds) },
  { name: 'page-weight', needs: ['browser'], run: (world, browser) => pageWeight(world, browser) },
  { name: 'first-paint', needs: ['browser'], run: (world, browser) => firstPaint(world, browser, rounds) },
  { name: 'link-press', needs: ['browser'], run: (world, browser) => linkPress(world, browser, rounds) },
  { name: 'interaction', needs: ['browser'], run: (world, browser) => interactionLines(world, browser, rounds) },
  { name: 'lesson-bytes', needs: ['nginx'], run: (world) => lessonBytes(world, rounds) },
  { name: 'first-frame', needs: ['nginx', 'browser'], run: (world, browser) => firstFrame(world, browser, rounds) },
  { name: 'call-cost', needs: [], run: (world) => callCost(world, rounds, readOption('call')) },
  { name: 'call-pace', needs: [], run: (world) => callPace(world, readOption('call')) },
  { name: 'crowd', needs: [], run: (world) => crowdLines(world, rounds) },
  { name: 'same-time', needs: [], run: (world) => timingEqualityLines(world) },
  { name: 'memory', needs: [], run: (world) => memoryLines(world) },
  { name: 'two-processes', needs: [], run: (world) => twoProcessesLines(world, rounds) },
  // Run these last, because they fill the database.
  { name: 'growth', needs: [], run: (world) => growthLines(world, rounds) },
  { name: 'search', needs: [], run: (world) => searchTime(world) },
  { name: 'exports', needs: [], run: (world) => exportsOfAMonth(world) },
];

// Exit on a signal, because exiting stops the programs that `spawnPinned` started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const present = { nginx: hasNginx(), browser: true };
const world = await createWorld();
const browser = await launchBrowser().catch(() => null);
present.browser = browser !== null;
try {
  await world.start();
  world.run('seed');
  await world.stopSite();
  await world.start();
  for (const { name, needs, run } of steps) {
    if (only && !only.includes(name)) continue;
    const missing = needs.filter((need) => !present[need]);
    if (missing.length > 0) {
      lines.push(
        unmeasuredLine(
          name,
          '',
          `needs ${missing.join(' and ')}: apt-get install -y ${missing.map((each) => (each === 'browser' ? 'chromium' : each)).join(' ')}`,
        ),
      );
      continue;
    }
    process.stderr.write(`${name} …\n`);
    const measured = await run(world, browser as Browser).catch((error: unknown) => [
      unmeasuredLine(name, '', `failed: ${String(error)}`),
    ]);
    process.stderr.write(`${tableOf(measured)}\n`);
    lines.push(...measured);
  }
} finally {
  await browser?.close();
  await world.close();
}

const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
const date = new Date().toISOString().slice(0, 10);
const note = `${date}, ${machine}; ${rounds} interleaved rounds, medians with spread${isPinned() ? ', server and asking side on a processor each' : ''}. Ghost's figures are constants: 1/2,600 of nginx's throughput, 490 × its processor time.`;
process.stdout.write(`\n${tableOf(lines)}\n\n${note}\n`);
mkdirSync(join(root, 'var'), { recursive: true });
writeFileSync(join(root, 'var', 'bench.json'), JSON.stringify({ date, machine, rounds, lines }, null, 2));
process.exit(0);
