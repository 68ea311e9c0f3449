import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { root } from '../scripts/environment/set-up.mjs';
import { launchBrowser } from './browser';
import { createUnmeasuredLine, formatTable, type Line } from './line';
import { callCost } from './lines/calls/call-cost';
import { callPace } from './lines/calls/call-pace';
import { measureCrowd } from './lines/calls/crowd';
import { measureTimingEquality } from './lines/calls/timing-equality';
import { measureFirstFrames } from './lines/lessons/first-frame';
import { measureLessonBytes } from './lines/lessons/lesson-bytes';
import { measureBehindNginx } from './lines/pages/behind-nginx';
import { measureFirstPaint } from './lines/pages/first-paint';
import { measureInteraction } from './lines/pages/interaction';
import { measureLinkPress } from './lines/pages/link-press';
import { measurePageCost } from './lines/pages/page-cost';
import { measurePageSpeed } from './lines/pages/page-speed';
import { measurePageWeight } from './lines/pages/page-weight';
import { measureExports } from './lines/service/exports';
import { measureGrowth } from './lines/service/growth';
import { measureMemory } from './lines/service/memory';
import { searchTime } from './lines/service/search';
import { startTime } from './lines/service/start';
import { measureTwoProcesses } from './lines/service/two-processes';
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
  { name: 'page-speed', needs: ['nginx'], run: (world) => measurePageSpeed(world, rounds) },
  { name: 'behind-nginx', needs: ['nginx'], run: (world) => measureBehindNginx(world, rounds) },
  { name: 'page-cost', needs: ['nginx', 'browser'], run: (world, browser) => measurePageCost(world, browser, rounds) },
  { name: 'page-weight', needs: ['browser'], run: (world, browser) => measurePageWeight(world, browser) },
  { name: 'first-paint', needs: ['browser'], run: (world, browser) => measureFirstPaint(world, browser, rounds) },
  { name: 'link-press', needs: ['browser'], run: (world, browser) => measureLinkPress(world, browser, rounds) },
  { name: 'interaction', needs: ['browser'], run: (world, browser) => measureInteraction(world, browser, rounds) },
  { name: 'lesson-bytes', needs: ['nginx'], run: (world) => measureLessonBytes(world, rounds) },
  {
    name: 'first-frame',
    needs: ['nginx', 'browser'],
    run: (world, browser) => measureFirstFrames(world, browser, rounds),
  },
  { name: 'call-cost', needs: [], run: (world) => callCost(world, rounds, readOption('call')) },
  { name: 'call-pace', needs: [], run: (world) => callPace(world, readOption('call')) },
  { name: 'crowd', needs: [], run: (world) => measureCrowd(world, rounds) },
  { name: 'same-time', needs: [], run: (world) => measureTimingEquality(world) },
  { name: 'memory', needs: [], run: (world) => measureMemory(world) },
  { name: 'two-processes', needs: [], run: (world) => measureTwoProcesses(world, rounds) },
  // Run these last, because they fill the database.
  { name: 'growth', needs: [], run: (world) => measureGrowth(world, rounds) },
  { name: 'search', needs: [], run: (world) => searchTime(world) },
  { name: 'exports', needs: [], run: (world) => measureExports(world) },
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
        createUnmeasuredLine(
          name,
          '',
          `needs ${missing.join(' and ')}: apt-get install -y ${missing.map((each) => (each === 'browser' ? 'chromium' : each)).join(' ')}`,
        ),
      );
      continue;
    }
    process.stderr.write(`${name} …\n`);
    const measured = await run(world, browser as Browser).catch((error: unknown) => [
      createUnmeasuredLine(name, '', `failed: ${String(error)}`),
    ]);
    process.stderr.write(`${formatTable(measured)}\n`);
    lines.push(...measured);
  }
} finally {
  await browser?.close();
  await world.close();
}

const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
const date = new Date().toISOString().slice(0, 10);
const note = `${date}, ${machine}; ${rounds} interleaved rounds, medians with spread${isPinned() ? ', server and asking side on a processor each' : ''}. Ghost's figures are constants: 1/2,600 of nginx's throughput, 490 × its processor time.`;
process.stdout.write(`\n${formatTable(lines)}\n\n${note}\n`);
mkdirSync(join(root, 'var'), { recursive: true });
writeFileSync(join(root, 'var', 'bench.json'), JSON.stringify({ date, machine, rounds, lines }, null, 2));
process.exit(0);
